import { randomUUID } from 'node:crypto';
import { runSystem } from '../../../test/harness/run-system.ts';
import { SANDBOX_SCENARIOS } from '../src/domain/sandbox.ts';
import { expectRefusal, postJson, send } from './http.ts';
import { newShop } from './shop.ts';

const shop = newShop(() => runSystem({ REQUEST_TIMEOUT_MS: '10000' }));
const { system, headers, call, get, post } = shop;
const create = (value = 5_000) => shop.deposit({ value });

const payBy = (scenario: string, paymentLinkId: string) =>
  post('/api/sandbox/pay', { paymentLinkId, scenario });

const paymentsOf = async (emv: string, within: number) => {
  const { payments } = await system.bank.truth();
  const { rows } = await system.charges.db.query('select txid from charge where emv = $1', [emv]);
  const own = payments.filter(({ txid }) => txid === rows[0]?.txid);
  expect(own).toHaveLength(within);
  return own.map(({ value }) => value);
};

test('anybody learns mode, limits and fee plan; an account learns its own', async () => {
  const { deployment } = (await call({ path: '/api/deployment' })).body;
  expect(deployment).toMatchObject({
    mode: 'test',
    sandbox: true,
    sandboxScenarios: SANDBOX_SCENARIOS,
    currency: 'BRL',
    fee: { basisPoints: 100, mode: 'DEDUCT' },
    limits: { min: 1, max: 999_999_999_999 },
    expiresIn: { default: 86_400, min: 60, max: 1_209_600 },
    twoFactorRequired: false,
    docsUrl: `${system.baseUrl}/docs`,
    sandboxUrl: null,
  });

  const terms = { feeBasisPoints: 50, reason: 'test' };
  await system.charges.rpc.setTerms({ accountId: shop.accountId, ...terms });
  const own = (await get('/api/deployment')).body.deployment;
  expect(own.fee.basisPoints).toBe(50);
  const after = (await call({ path: '/api/deployment' })).body.deployment;
  expect(after.fee.basisPoints).toBe(100);
});

test('the cookie of a session that has ended is no obstacle', async () => {
  const reply = await call({ path: '/api/deployment', headers: { cookie: 'session=ended' } });
  expect(reply.status).toBe(200);
});

test('the mode is shown while charges is unavailable', async () => {
  system.lines.charges.cut();
  try {
    const { deployment } = (await call({ path: '/api/deployment' })).body;
    expect(deployment).toMatchObject({ mode: 'test', fee: null, limits: null });
  } finally {
    system.lines.charges.restore();
  }
});

test.each([
  ['pay', [5_000]],
  ['twice', [5_000, 5_000]],
  ['too_little', [4_999]],
  ['too_much', [5_100]],
])('the payer %s sends %j', async (scenario, values) => {
  const charge = await create();
  const reply = await payBy(scenario, charge.paymentLinkId);
  expect(reply.status).toBe(202);
  expect(reply.body.payment).toMatchObject({ status: 'PAID', scheduledFor: null });
  expect(reply.body.payment.endToEndIds).toHaveLength(values.length);
  expect(await paymentsOf(charge.emv, values.length)).toEqual(values);
});

test('a payer of the sandbox cannot send less than one cent, nor pay twice one after the other', async () => {
  const { paymentLinkId } = await create(1);
  const tooLow = { status: 422, code: 'value_out_of_range' };
  expectRefusal(await payBy('too_little', paymentLinkId), tooLow);
  expect((await payBy('pay', paymentLinkId)).status).toBe(202);
  const paid = { status: 409, code: 'charge_not_pending' };
  expectRefusal(await payBy('pay', paymentLinkId), paid);
});

test('a slow payer pays in ten seconds, a late one after the end, one whose bank refuses never', async () => {
  const charge = await create();
  const slow = (await payBy('slow', charge.paymentLinkId)).body.payment;
  expect(slow).toMatchObject({ status: 'SCHEDULED', endToEndIds: [] });
  const late = (await payBy('late', charge.paymentLinkId)).body.payment;
  expect(Date.parse(late.scheduledFor)).toBeGreaterThan(Date.parse(charge.expiresAt));
  const refused = (await payBy('refuse', charge.paymentLinkId)).body.payment;
  expect(refused).toEqual({ status: 'REFUSED', scheduledFor: null, endToEndIds: [] });
});

test('an account pays only its own deposits; the payer pays by the link', async () => {
  const charge = await create();
  const other = await shop.newHeaders();
  const body = { paymentLinkId: charge.paymentLinkId, scenario: 'pay' };
  expectRefusal(await call(postJson('/api/sandbox/pay', body, other)), { status: 404 });
  expectRefusal(await payBy('pay', randomUUID()), { status: 404, code: 'charge_not_found' });

  const path = `/payment-link/${charge.paymentLinkId}/sandbox-pay`;
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  expectRefusal(await call(postJson(path, { scenario: 'pay' }, crossSite)), { status: 403 });
  expect((await call(postJson(path, { scenario: 'pay' }))).status).toBe(202);
});

/** Live mode refuses what only tests set. */
const WITHOUT_TEST_SETTINGS = {
  RATE_LIMIT_CALLBACKS_PER_MINUTE: '',
  KEEP_ALIVE_DRAIN_MS: '',
  OVERLOAD_DELAY_MS: '',
};

test('in live mode there is no sandbox', async () => {
  await using live = await system.startAnotherGateway({
    MODE: 'live',
    SANDBOX_URL: '',
    PUBLIC_BASE_URL: 'https://pay.example.com',
    PROVIDER_CALLBACK_SECRET: 'x'.repeat(32),
    TRUSTED_PROXIES: 'none',
    ...WITHOUT_TEST_SETTINGS,
  });
  const charge = await create();
  const ask = (sent: Parameters<typeof send>[1]) => send(live.port, sent);
  const { deployment } = (await ask({ path: '/api/deployment' })).body;
  expect(deployment).toMatchObject({ mode: 'live', sandbox: false, sandboxScenarios: [] });
  const body = { paymentLinkId: charge.paymentLinkId, scenario: 'pay' };
  expectRefusal(await ask(postJson('/api/sandbox/pay', body, headers)), { status: 404 });
  const path = `/payment-link/${charge.paymentLinkId}/sandbox-pay`;
  expectRefusal(await ask(postJson(path, { scenario: 'pay' })), { status: 404 });
});
