import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { send } from './http.ts';

test('the use of a key in a query string is recorded even if auth is unavailable for a moment', async () => {
  // A report that fails is waited for.
  await using system = await runSystem({ REQUEST_TIMEOUT_MS: '10000' });
  const { accountId, key } = await system.newAccount();
  const flags = async () =>
    (await system.auth.rpc.listKeys({ accountId })).apiKeys.map(({ queryUseAt }) => queryUseAt);

  const use = (path: string, headers = {}) => send(system.port, { path, headers });
  // Once more where the machine stalled for longer than the decision about the key is cached.
  await eventually(async () => {
    system.lines.auth.restore();
    const known = await use('/api/balance', { authorization: `Bearer ${key}` });
    expect(known.status).toBe(200);
    system.lines.auth.cut();
    expect((await use(`/api/balance?api_key=${key}`)).status).toBe(200);
  });

  await eventually(() => expect(system.runtime.logged.join('')).toContain('key use report failed'));
  expect(await flags()).toEqual(['']);
  system.lines.auth.restore();
  await eventually(async () => expect(await flags()).toEqual([expect.stringMatching(/Z$/)]));
});
