import { randomUUID } from 'node:crypto';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { expectRefusal } from './http.ts';
import { newShop } from './shop.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const { system, headers, call, get, post, deposit, newHeaders } = newShop(() => runSystem());
const create = (value = 5000, as = headers) => deposit({ value }, as);

test('a deposit is created with the fields of the specification, when it expires and no more', async () => {
  const reply = await post('/api/deposit', { value: 5000 });

  expect(reply.status).toBe(201);
  const { paymentLinkId } = reply.body.charge;
  expect(reply.body).toEqual({
    success: true,
    charge: {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      emv: expect.any(String),
      qrCodeLink: `${system.baseUrl}/payment-link/${paymentLinkId}/qr.png`,
      paymentLinkId: expect.stringMatching(UUID),
      paymentLinkUrl: `${system.baseUrl}/payment-link/${paymentLinkId}`,
      value: 5000,
      originalValue: 5000,
      fee: 50,
      status: 'PENDING',
      expiresAt: expect.stringMatching(TIME),
      externalId: null,
      metadata: {},
    },
  });
  expect(decodeBrCode(reply.body.charge.emv)).toMatchObject({ kind: 'dynamic' });
  expect(reply.headers).toMatchObject({
    location: `/api/deposit/${paymentLinkId}`,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(UUID),
    'api-version': '0.1.0',
  });
});

test('a queried deposit has the fields of the specification and its current state', async () => {
  const charge = await create();

  const reply = await get(`/api/deposit/${charge.paymentLinkId}`);

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    success: true,
    charge: {
      ...charge,
      createdAt: expect.stringMatching(TIME),
      description: null,
      paidAt: null,
      paidLate: false,
      refundedValue: 0,
      receivedValue: 0,
      endToEndId: null,
      paidValue: null,
      creditedValue: null,
      payer: null,
    },
  });
  expect(reply.headers['x-status-source']).toBe('provider');
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('a paid deposit is COMPLETED on the next query, and its credit is in the balance', async () => {
  const account = await newHeaders();
  const charge = await create(10_000, account);
  await system.bank.pay(charge.emv, { notify: false });

  const path = `/api/deposit/${charge.paymentLinkId}`;
  const { body } = await get(path, account);

  expect(body.charge).toMatchObject({ status: 'COMPLETED', value: 10_000, fee: 100 });
  await eventually(async () => {
    const balance = await get('/api/balance', account);
    expect(balance.body).toEqual({
      success: true,
      balance: { available: 9_900, held: 0, suspense: 0, owed: 0, currency: 'BRL' },
    });
  });
});

test('during an outage of the bank a query returns the stored status and says so', async () => {
  const charge = await create();
  system.bank.line.cut();
  try {
    const path = `/api/deposit/${charge.paymentLinkId}`;
    const reply = await get(path);
    expect(reply.body).toMatchObject({ success: true, charge: { status: 'PENDING' } });
    expect(reply.headers['x-status-source']).toBe('stored');

    const refused = await post('/api/deposit', { value: 5000 });
    expectRefusal(refused, {
      status: 503,
      error: 'Payment provider unavailable',
      code: 'provider_unavailable',
    });
    expect(refused.headers['retry-after']).toBe('1');
  } finally {
    system.bank.line.restore();
    // A failing bank is left alone for some seconds.
    await eventually(async () => expect(await create()).toBeDefined());
  }
});

test.each([
  ['unknown', () => randomUUID()],
  ['malformed', () => 'malformed'],
  ['another account’s', async () => (await create(5000, await newHeaders())).paymentLinkId],
  ['of a charge, but its id', async () => (await create()).id],
])('a link that is %s gets the error text of the specification', async (_what, link) => {
  const path = `/api/deposit/${await link()}`;
  const refused = { status: 404, error: 'Charge not found', code: 'charge_not_found' };
  for (const query of ['', '?wait=1']) {
    expectRefusal(await get(`${path}${query}`), refused);
  }
});

test('the error of a value beyond the limits names the limits', async () => {
  expectRefusal(await post('/api/deposit', { value: 1_000_000_000_000 }), {
    status: 422,
    error: 'value must be between 1 and 999999999999 cents',
    code: 'value_out_of_range',
  });
});

test.each(['5000.0', '5e3', '50E2', ' 5000 '])(
  'a value is a number, however JSON writes it: %s',
  async (value) => {
    const reply = await post('/api/deposit', `{"value":${value}}`);
    expect(reply.body).toMatchObject({ success: true, charge: { value: 5000 } });
  },
);

test('a request id of the client is used unless it is malformed', async () => {
  const good = await call({ path: '/api/nothing', headers: { 'x-request-id': 'order-42' } });
  expectRefusal(good, { status: 404, error: 'Not found', code: 'not_found' });
  expect(good.headers['x-request-id']).toBe('order-42');

  // The audit log refuses what looks like a key, however it is written.
  for (const malformed of ['a"b<script>', 'ent_live_1', 'ENT_TEST_4711']) {
    const bad = await call({ path: '/api/nothing', headers: { 'x-request-id': malformed } });
    expect(bad.headers['x-request-id']).toMatch(UUID);
  }
});
