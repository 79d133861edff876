import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { send } from './http.ts';

test('the use of a key in a query string is recorded even if auth is unavailable for a moment', async () => {
  await using system = await runSystem({ REQUEST_TIMEOUT_MS: '1000' });
  const { accountId, key } = await system.newAccount();
  const flags = async () =>
    (await system.auth.rpc.listKeys({ accountId })).apiKeys.map(({ queryUseAt }) => queryUseAt);

  const used = await send(system.port, { path: `/api/balance?api_key=${key}` });
  system.lines.auth.cut();

  expect(used.status).toBe(200);
  await eventually(
    () => expect(system.runtime.logged.join('')).toContain('key use report failed'),
    { timeoutMs: 20_000 },
  );
  expect(await flags()).toEqual(['']);
  system.lines.auth.restore();
  await eventually(async () => expect(await flags()).toEqual([expect.stringMatching(/Z$/)]), {
    timeoutMs: 20_000,
  });
});
