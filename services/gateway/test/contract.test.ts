import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../../test/harness/run-system.ts';
import { seen } from './contract.ts';
import { documentedCalls } from './documented-calls.ts';
import { postJson, type RawRequest, send } from './http.ts';
import { startReceiver } from './receiver.ts';
import { sampleIn, samplesOf } from './samples.ts';
import { type Stage, setStage } from './set-stage.ts';

/** How the bank can fail a call, the status that the client gets then, and how long a gateway waits for that. */
const BANK_FAULTS = [
  ['malformed', 502, { REQUEST_TIMEOUT_MS: '30000' }],
  ['slow', 504, { REQUEST_TIMEOUT_MS: '4000' }],
] as const;

/** Calls of ours that fail with the call of the bank that they need. */
const NEEDING_BANK = [
  ['put-cob', 'POST /api/deposit'],
  ['patch-cob', 'DELETE /api/deposit/{paymentLinkId}'],
] as const;

/** Started first: for a quarter of a minute a gateway takes lag for that of its start, and refuses nothing. */
const REFUSES_SOON = { OVERLOAD_DELAY_MS: '10', OVERLOAD_REQUESTS_MIN: '0' };
const LAG_OF_START = { timeoutMs: 60_000 };

const CROSS_SITE = { 'sec-fetch-site': 'cross-site' };
const OWN_SITE = { 'sec-fetch-site': 'same-origin' };

const receiver = forTests(() => startReceiver());
const system = forTests(() => runSystem());
const strict = forTests(() => system.startAnotherGateway({ TWO_FACTOR_REQUIRED: 'true' }));
const busy = forTests(() => system.startAnotherGateway(REFUSES_SOON));
let outsider: Awaited<ReturnType<typeof newOutsider>>;
let stage: Stage;
let samples: Readonly<Record<string, RawRequest>>;
beforeAll(async () => {
  stage = await setStage(system, receiver.url);
  samples = samplesOf(stage);
  outsider = await newOutsider();
});

/** Keys of another account, each without a permission. */
async function newOutsider() {
  const { accountId } = await system.newAccount();
  const { key: elsewhere } = await system.auth.rpc.createKey({
    accountId,
    name: 'elsewhere',
    allowedIps: ['203.0.113.1'],
  });
  return {
    readsBalance: await system.newKey(accountId, ['balance:read']),
    readsDeposits: await system.newKey(accountId, ['deposits:read']),
    elsewhere,
  };
}

/** The names of the calls that may answer with the status. */
const documented = (status: number) =>
  documentedCalls
    .filter(({ operation }) => String(status) in operation.responses)
    .map(({ name }) => name);
const call = (sent: RawRequest) => send(system.port, sent);
const sampleOf = (name: string) => sampleIn(samples, name);

test.each(documented(401))('%s needs a caller', async (name) => {
  const { headers: _credentials, ...sample } = sampleOf(name);
  const anonymous = {
    ...sample,
    headers: sample.body ? { 'content-type': 'application/json' } : {},
  };
  const wrong = postJson('/api/session', { email: 'a@example.com', password: 'wrong password' });
  const unasked = { ...sample, headers: { 'x-api-key': 'wrong' } };
  const reset = { token: stage.guardedResetToken, newPassword: 'a long pass phrase' };
  const again = { email: stage.guarded[1].email, password: stage.password, name: 'x' };
  const own: Readonly<Record<string, RawRequest>> = {
    'POST /api/account': postJson('/api/account', again),
    'POST /api/session': wrong,
    'GET /api/deployment': unasked,
    'POST /api/password-reset/confirm': postJson('/api/password-reset/confirm', reset),
  };
  expect((await call(own[name] ?? anonymous)).status).toBe(401);
});

test.each(documented(403))('%s refuses callers without the permission', async (name) => {
  const sample = sampleOf(name);
  const readsDeposits =
    /^GET \/api\/(deposit|live|refunds)/.test(name) && !name.endsWith('/receipt');
  const other = readsDeposits ? outsider.readsBalance : outsider.readsDeposits;
  if (name === 'GET /api/deployment') {
    const headers = { 'x-api-key': outsider.elsewhere };
    return expect((await call({ ...sample, headers })).status).toBe(403);
  }
  const isKey = sample.headers?.authorization !== undefined;
  const headers = {
    ...sample.headers,
    ...(isKey ? { authorization: `Bearer ${other}` } : CROSS_SITE),
  };
  const path = name.startsWith('POST /provider') ? '/provider/wrong/pix' : sample.path;
  // Another site may cause a GET: what closes it is a two-factor set-up that is missing.
  const isRead = !isKey && (sample.method ?? 'GET') === 'GET';
  const port = isRead ? strict.port : system.port;
  expect((await send(port, { ...sample, path, headers })).status).toBe(403);
});

test.each(documented(400))('%s refuses malformed input', async (name) => {
  const sample = sampleOf(name);
  const path = sample.path.split('?')[0];
  const malformed = sample.body
    ? { ...sample, body: '{' }
    : { ...sample, path: `${path}?limit=0&wait=x` };
  expect((await call(malformed)).status).toBe(400);
});

test.each(documented(404))('%s answers 404 for unknown ids', async (name) => {
  const sample = sampleOf(name);
  if (name === 'POST /api/sandbox/pay') {
    const body = JSON.stringify({ paymentLinkId: randomUUID(), scenario: 'pay' });
    return expect((await call({ ...sample, body })).status).toBe(404);
  }
  expect((await call({ ...sample, path: unknownPath(sample.path) })).status).toBe(404);
});

test.each(documented(413))('%s refuses bodies that are too large or not JSON', async (name) => {
  const sample = sampleOf(name);
  const large = JSON.stringify({ filler: 'x'.repeat(300_000) });
  expect((await call({ ...sample, body: large })).status).toBe(413);
  const headers = { ...sample.headers, ...OWN_SITE, 'content-type': 'text/plain' };
  expect((await call({ ...sample, headers, body: '{}' })).status).toBe(415);
});

describe('conflicts and limits of values', () => {
  const key = () => ({ authorization: `Bearer ${stage.key}` });

  test('of deposits', async () => {
    const externalId = randomUUID();
    const deposit = (body: object) => call(postJson('/api/deposit', body, key()));
    expect((await deposit({ value: 500, externalId })).status).toBe(201);
    expect((await deposit({ value: 500, externalId })).status).toBe(409);
    expect((await deposit({ value: 500, expiresIn: 1 })).status).toBe(422);
    const path = `/api/deposit/${stage.paid}`;
    expect((await call({ method: 'DELETE', path, headers: key() })).status).toBe(409);
    const refund = (link: string, body: object) =>
      call(
        postJson(`/api/deposit/${link}/refund`, body, {
          ...key(),
          'idempotency-key': randomUUID(),
        }),
      );
    expect((await refund(stage.open, {})).status).toBe(409);
    expect((await refund(stage.paid, { value: 10_001 })).status).toBe(422);
  });

  test('of payments in the sandbox', async () => {
    const { charge } = (await call(postJson('/api/deposit', { value: 1 }, key()))).body;
    const { paymentLinkId } = charge;
    const byAccount = (scenario: string) =>
      call(postJson('/api/sandbox/pay', { paymentLinkId, scenario }, key()));
    const byPayer = (scenario: string) =>
      call(postJson(`/payment-link/${paymentLinkId}/sandbox-pay`, { scenario }));
    for (const pay of [byAccount, byPayer]) expect((await pay('too_little')).status).toBe(422);
    expect((await byPayer('pay')).status).toBe(202);
    for (const pay of [byAccount, byPayer]) expect((await pay('pay')).status).toBe(409);
  });

  test('of two-factor authentication', async () => {
    // What is on cannot be set up again, and what is off cannot be changed.
    const [on, off] = [{ cookie: stage.guarded[0].cookie }, { cookie: stage.cookie }];
    const [path, code] = ['/api/two-factor', { code: '000000' }];
    const replies = await Promise.all([
      call(postJson(path, {}, on)),
      call({ ...postJson(path, code, off), method: 'DELETE' }),
      call(postJson(`${path}/confirm`, code, off)),
      call(postJson(`${path}/recovery-codes`, code, off)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  });

  test('of keys and webhooks', async () => {
    const session = { cookie: stage.cookie };
    const { apiKey } = (await call(postJson('/api/keys', { name: 'x' }, session))).body;
    await call({ method: 'DELETE', path: `/api/keys/${apiKey.id}`, headers: session });
    expect((await call(postJson(`/api/keys/${apiKey.id}/rotate`, {}, session))).status).toBe(409);
    const statuses = new Set<number>();
    for (let i = 0; i < 110 && !statuses.has(409); i += 1) {
      statuses.add((await call(postJson('/api/keys', { name: 'x' }, session))).status);
    }
    expect([...statuses]).toEqual([201, 409]);
    const hook = { name: 'x', url: receiver.url };
    const hooks = Array.from({ length: 12 }, () => call(postJson('/api/webhooks', hook, key())));
    expect((await Promise.all(hooks)).map(({ status }) => status)).toContain(409);
  });
});

test('an overloaded gateway answers 503 on every operation, and recovers', async () => {
  const blocker = setInterval(() => {
    const until = performance.now() + 25;
    while (performance.now() < until);
  }, 1);
  const refuses = (name: string) =>
    eventually(async () => {
      const reply = await send(busy.port, sampleOf(name));
      expect([reply.status, reply.body?.code]).toEqual([503, 'overloaded']);
      expect(reply.headers['retry-after']).toBe('1');
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    }, LAG_OF_START);
  try {
    await Promise.all(documentedCalls.map(({ name }) => refuses(name)));
  } finally {
    clearInterval(blocker);
  }
  await using calm = await system.startAnotherGateway({ OVERLOAD_DELAY_MS: '5000' });
  await eventually(async () => expect((await send(calm.port, { path: '/' })).status).toBe(200));
});

test('every limited operation reports its limit', async () => {
  await using strict = await system.startAnotherGateway({
    RATE_LIMIT_PER_SECOND: '1',
    RATE_LIMIT_BURST: '1',
    RATE_LIMIT_PUBLIC_PER_MINUTE: '1',
    RATE_LIMIT_CALLBACKS_PER_MINUTE: '1',
  });
  const limits = (name: string) =>
    eventually(async () => {
      const twice = [sampleOf(name), sampleOf(name)].map((sample) => send(strict.port, sample));
      expect((await Promise.all(twice)).map(({ status }) => status)).toContain(429);
    });
  await Promise.all(documented(429).map(limits));
});

test.each(BANK_FAULTS)('a failing bank (%s) is %i on what needs it', async (fault, status, env) => {
  await using gateway = await system.startAnotherGateway(env);
  // A test above may have canceled the deposit: on a slow machine its gateway admits more than one request.
  samples = samplesOf(await setStage(system, receiver.url));
  for (const [operation, name] of NEEDING_BANK) {
    await system.bank.control('faults', { operation, fault, count: 9, ms: 60_000 });
    const { status: found } = await send(gateway.port, sampleOf(name));
    await system.bank.clearFaults();
    expect([name, found]).toEqual([name, status]);
  }
});

test('every documented operation works, and every documented status was seen', async () => {
  // What was used up by the tests above is made anew.
  samples = samplesOf(await setStage(system, receiver.url));
  for (const name of Object.keys(samples)) {
    const reply = await eventually(async () => {
      const answered = await call(sampleOf(name));
      // A receipt waits for the ledger's next checkpoint.
      expect([name, answered.status]).not.toEqual([name, 503]);
      return answered;
    });
    expect([name, reply.status < 300]).toEqual([name, true]);
  }

  const expected = documentedCalls.flatMap(({ name, operation }) =>
    Object.keys(operation.responses)
      .filter((status) => status !== 'default')
      .map((status) => `${name} ${status}`),
  );
  expect(expected.filter((reply) => !seen.has(reply))).toEqual([]);
});

test('anyone may keep the keys that receipts are checked with for five minutes', async () => {
  const { headers } = await call({ path: '/.well-known/entrada-receipt-keys.json' });
  expect(headers['cache-control']).toBe('public, max-age=300');
});

/** The path of a request with an id that nothing has, where the path or the query has one. */
function unknownPath(known: string): string {
  const inQuery = known.replace(/(?<=\?webhookId=)[^&]+/, randomUUID());
  if (inQuery !== known) return inQuery;
  const [, first = '', second = '', ...rest] = known.split('?')[0]?.split('/') ?? [];
  if (first === 'payment-link' || first === 'docs') {
    return `/${[first, randomUUID(), ...rest].join('/')}`;
  }
  return `/${[first, second, randomUUID(), ...rest.slice(1)].join('/')}`;
}
