import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, type Reply, send } from './http.ts';

const LIMITS = {
  RATE_LIMIT_PER_SECOND: '5',
  RATE_LIMIT_BURST: '8',
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: '3',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '4',
  TRUSTED_PROXIES: '127.0.0.1',
};

const system = forTests(() => sharedSystem());
const gateway = forTests(() => system.startAnotherGateway(LIMITS));

/** Many requests at once, so that they fall into one window. */
function balances(key: string, count: number, from = '203.0.113.1') {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from };
  const one = () => send(gateway.port, { path: '/api/balance', headers });
  return Promise.all(Array.from({ length: count }, one));
}

/** Each window that was touched has its five, and one burst of three goes with those of ten seconds. */
function acceptedWithin(ms: number): number {
  const windows = Math.floor(ms / 1_000) + 2;
  const bursts = Math.floor(ms / 10_000) + 1;
  return 5 * windows + 3 * bursts;
}

/** What the command prints to an operator. */
async function setRateLimit(...args: string[]): Promise<string> {
  const env = { AUTH_ADDRESS: system.auth.service.address };
  const { stdout, stderr } = await runCommand(env, 'rate-limit', ...args);
  return `${stdout}${stderr}`;
}

const statuses = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status);

test('a key has a rate and a burst, and replies say what is left and when to retry', async () => {
  const { key } = await system.newAccount();
  const [first] = await balances(key, 1);
  expect(first?.headers['ratelimit-policy']).toBe('"key";q=5;w=1, "burst";q=3;w=10');
  expect(first?.headers.ratelimit).toBe('"key";r=4;t=1');

  const begun = performance.now();
  const replies = await balances(key, 40);
  const acceptedMax = acceptedWithin(performance.now() - begun);

  const refused = statuses(replies, 429);
  expect(statuses(replies, 200).length).toBeGreaterThanOrEqual(7);
  expect(statuses(replies, 200).length).toBeLessThanOrEqual(acceptedMax);
  expect(statuses(replies, 200).length + refused.length).toBe(40);
  for (const reply of refused) {
    expectRefusal(reply, { status: 429, code: 'rate_limited' });
    expect(Number(reply.headers['retry-after'])).toBe(1);
  }
  await eventually(async () => expect((await balances(key, 1))[0]?.status).toBe(200));
});

test('a flood of one key does not limit another', async () => {
  const [loud, quiet] = [await system.newAccount(), await system.newAccount()];
  // Once more where the machine was so slow that the flood was within the limit.
  await eventually(async () => {
    const flood = balances(loud.key, 40);
    const [reply] = await balances(quiet.key, 1);
    expect(reply?.status).toBe(200);
    expect(statuses(await flood, 429).length).toBeGreaterThan(0);
  });
});

test('an operator sets and resets the rate of an account, which is recorded in the audit log', async () => {
  const { accountId, key } = await system.newAccount();
  const limit = (rate: string) => setRateLimit(accountId, rate, '--reason', 'big shop');
  expect(await limit('50')).toMatch(/50 requests a second for each key, before: the default\.\n/);
  const replies = await balances(key, 40);
  expect(statuses(replies, 200)).toHaveLength(40);
  expect(replies[0]?.headers['ratelimit-policy']).toBe('"key";q=50;w=1, "burst";q=30;w=10');

  expect(await limit('default')).toMatch(/before: 50\.\n/);
  await eventually(async () => {
    const [reply] = await balances(key, 1);
    expect(reply?.headers['ratelimit-policy']).toBe('"key";q=5;w=1, "burst";q=3;w=10');
  });
  const { rows } = await system.auth.db.query(
    `select actor, detail from audit_entry
      where action = 'account.rate_limit_set' and account_id = $1 order by seq`,
    [accountId],
  );
  expect(rows.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toEqual([
    ['operator:ana', { perSecond: 50, before: null, reason: 'big shop' }],
    ['operator:ana', { perSecond: null, before: 50, reason: 'big shop' }],
  ]);
});

test('after too many wrong keys an address is blocked, other addresses are not', async () => {
  const { key } = await system.newAccount();
  const from = '198.51.100.1';
  expect((await balances(key, 1, from))[0]?.status).toBe(200);
  const wrong = (i: number) => `ent_test_${String(i).padStart(49, '0')}`;
  for (let i = 0; i < 4; i += 1) {
    expect((await balances(wrong(i), 1, from))[0]?.status).toBe(401);
  }

  for (const blocked of await balances(wrong(9), 1, from)) {
    expectRefusal(blocked, { status: 429, code: 'rate_limited' });
    const seconds = Number(blocked.headers['retry-after']);
    expect(seconds).toBeGreaterThan(1);
    expect(blocked.headers['ratelimit-policy']).toBe('"failed_key";q=3;w=60');
    expect(blocked.headers.ratelimit).toBe(`"failed_key";r=0;t=${seconds}`);
  }
  // The known key goes on working from there, and any key from elsewhere.
  expect((await balances(key, 1, from))[0]?.status).toBe(200);
  expect((await balances(wrong(9), 1, '198.51.100.2'))[0]?.status).toBe(401);
});

test('public pages are limited per IP address, and an IPv6 network counts as one', async () => {
  const page = (from: string) =>
    send(gateway.port, { path: '/docs/errors', headers: { 'x-forwarded-for': from } });
  for (const last of ['::1', '::2', ':3:0:0:1', ':ffff::9']) {
    expect((await page(`2001:db8:1:1${last}`)).status).toBe(200);
  }
  expectRefusal(await page('2001:db8:1:1:8::1'), { status: 429, code: 'rate_limited' });
  expect((await page('2001:db8:1:2::1')).status).toBe(200);
});

test('the metrics of decisions do not identify callers', async () => {
  const text = await gateway.runtime.metrics.metrics();
  expect(text).toMatch(
    /ratelimit_decisions_total\{scope="key",result="refused",backend="memory"\} \d/,
  );
  expect(text).toMatch(/auth_decisions_total\{result="accepted",carrier="bearer"\} \d/);
  expect(text).toMatch(/auth_decisions_total\{result="throttled",carrier="bearer"\} 1/);
  expect(text).toMatch(/auth_cache_total\{result="hit"\} \d/);
  expect(text).not.toMatch(/203\.0\.113|198\.51\.100|2001:db8/);
});
