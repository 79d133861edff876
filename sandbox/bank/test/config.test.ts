import { loadConfig } from '../src/config.ts';

test('every problem of the environment is named at once', () => {
  const load = () => loadConfig({ HTTP_PORT: 'x' });

  for (const name of ['DATABASE_URL_BANK', 'HTTP_PORT', 'BANK_CLIENT_SECRET']) {
    expect(load).toThrow(name);
  }
});
