import { loadConfig } from '../src/config.ts';

test('an invalid environment is refused with every problem at once, and no value in the message', () => {
  const problem = () =>
    loadConfig({ MODE: 'demo', AUTH_KEY_PEPPER: btoa('too short'), GRPC_PORT: '70000' });

  expect(problem).toThrow(/DATABASE_URL_AUTH is required/);
  expect(problem).toThrow(/MODE must be one of live, test/);
  expect(problem).toThrow(/AUTH_KEY_PEPPER must hold at least 32 bytes/);
  expect(problem).toThrow(/GRPC_PORT must be an integer between 0 and 65535/);
  expect(problem).not.toThrow(btoa('too short'));
});
