import { eventually } from '@entrada/platform/testing/eventually';
import { type RunningSystem, runSystem } from '../../../test/harness/run-system.ts';
import { expectRefusal, postJson, send } from './http.ts';

/** What a revoked key may still do, and how long a decision outlives the auth service. */
const DECISION_TTL_MS = 5_000;

let system: RunningSystem;
beforeAll(async () => {
  system = await runSystem({ REQUEST_TIMEOUT_MS: '1000' }, { PROVIDER_CREATES_PER_SECOND: '2' });
});
afterEach(() => {
  for (const line of Object.values(system.lines)) line.restore();
});
afterAll(() => system[Symbol.asyncDispose]());

async function balanceWith(key: string) {
  return send(system.port, { path: '/api/balance', headers: { authorization: `Bearer ${key}` } });
}

test('while auth is unavailable a cached key works, and an unknown one gets 503, not 401', async () => {
  const { key } = await system.newAccount();
  const unseen = (await system.newAccount()).key;
  expect((await balanceWith(key)).status).toBe(200);

  system.lines.auth.cut();
  const waiting = balanceWith(unseen);
  expect((await balanceWith(key)).status).toBe(200);
  const reply = await waiting;

  expectRefusal(reply, {
    status: 503,
    error: 'Authentication is unavailable, retry',
    code: 'auth_unavailable',
  });
  expect(reply.headers['retry-after']).toBe('1');
  expect(reply.headers['www-authenticate']).toBeUndefined();
  system.lines.auth.restore();
  await eventually(async () => expect((await balanceWith(unseen)).status).toBe(200));
});

test('a revoked key is refused within five seconds, after auth was asked again', async () => {
  const { accountId, key } = await system.newAccount();
  expect((await balanceWith(key)).status).toBe(200);

  const revokedAt = Date.now();
  await system.auth.db.query('update api_key set revoked_at = now() where account_id = $1', [
    accountId,
  ]);

  await eventually(async () => expect((await balanceWith(key)).status).toBe(401));
  expect(Date.now() - revokedAt).toBeLessThan(DECISION_TTL_MS + 500);
});

test.each(['cut', 'mute'] as const)(
  'an unavailable service is reported within the deadline, and works again after it recovers: %s',
  async (fault) => {
    const { key } = await system.newAccount();
    expect((await balanceWith(key)).status).toBe(200);
    system.lines.ledger[fault]();

    const reply = await balanceWith(key);

    expect([503, 504]).toContain(reply.status);
    expectRefusal(reply, { status: reply.status });
    system.lines.ledger.restore();
    await eventually(async () => expect((await balanceWith(key)).status).toBe(200));
  },
);

test('a deposit with an unknown outcome gets an error, not a hanging request', async () => {
  const { key } = await system.newAccount();
  expect((await balanceWith(key)).status).toBe(200);
  system.lines.charges.mute();

  const headers = { authorization: `Bearer ${key}` };
  const reply = await send(system.port, postJson('/api/deposit', { value: 5000 }, headers));

  expect([503, 504]).toContain(reply.status);
  expectRefusal(reply, { status: reply.status });
});

test('a deposit above the budget of creates at the bank gets 503 with Retry-After, and succeeds when repeated', async () => {
  const headers = { authorization: `Bearer ${(await system.newAccount()).key}` };
  const create = () => send(system.port, postJson('/api/deposit', { value: 5000 }, headers));
  // The test before has cut the connection to charges.
  await eventually(async () => expect((await create()).status).toBe(201));

  const replies = await Promise.all(Array.from({ length: 12 }, create));

  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const reply of refused) {
    expectRefusal(reply, {
      status: 503,
      error: 'Payment provider unavailable',
      code: 'provider_unavailable',
    });
    expect(reply.headers['retry-after']).toBe('1');
  }
  await eventually(async () => expect((await create()).status).toBe(201));
});
