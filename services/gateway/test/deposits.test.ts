import { randomUUID } from 'node:crypto';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { expectRefusal } from './http.ts';
import { newShop } from './shop.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const {
  system,
  call,
  get,
  post,
  deposit: create,
  newHeaders,
  credited,
} = newShop(() => runSystem({}, { PROVIDER_CLOCK: 'sandbox' }));

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

test('a query that waits is answered as soon as the deposit is paid', async () => {
  const charge = await create();
  const waiting = get(`/api/deposit/${charge.paymentLinkId}?wait=25`);
  await system.bank.pay(charge.emv, { notify: true });
  const reply = await waiting;
  expect(reply.body.charge).toMatchObject({ status: 'COMPLETED', paidAt: expect.any(String) });
});

test.each(['-1', '31', '1.5', 'x', '', '1&wait=2'])('a query cannot wait for %j', async (wait) => {
  const reply = await get(`/api/deposit/${randomUUID()}?wait=${wait}`);
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
});

test('a list can be narrowed by status, external id and time', async () => {
  const headers = await newHeaders();
  const externalId = randomUUID();
  const open = await create({ externalId }, headers);
  const paid = await credited({}, headers);
  const links = async (query: string) => {
    const { body } = await get(`/api/deposit?${query}`, headers);
    return body.charges.map((charge: { paymentLinkId: string }) => charge.paymentLinkId);
  };

  expect(await links('status=PENDING')).toEqual([open.paymentLinkId]);
  expect(await links('status=COMPLETED')).toEqual([paid.paymentLinkId]);
  expect(await links(`externalId=${externalId}`)).toEqual([open.paymentLinkId]);
  expect(await links('from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00-03:00')).toEqual([]);
  expect(await links('from=2000-01-01T00:00:00Z')).toHaveLength(2);
});

test('the timeline has the entries of charges, ledger and webhooks, oldest first', async () => {
  const charge = await credited();
  const path = `/api/deposit/${charge.paymentLinkId}/timeline`;

  const { body } = await eventually(async () => {
    const reply = await get(path);
    const kinds = reply.body.timeline.map((entry: { kind: string }) => entry.kind);
    expect(kinds).toEqual(expect.arrayContaining(['created', 'completed', 'credited']));
    // A part that is slow on a busy machine is missing at first.
    expect(reply.body).toMatchObject({ success: true, incomplete: [] });
    return reply;
  });

  const times = body.timeline.map((entry: { at: string }) => Date.parse(entry.at));
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('a timeline names the services that are unavailable', async () => {
  const charge = await credited();
  system.lines.webhooks.cut();
  try {
    await eventually(async () => {
      const { status, body } = await get(`/api/deposit/${charge.paymentLinkId}/timeline`);
      expect([status, body.incomplete]).toEqual([200, ['webhooks']]);
      expect(body.timeline.length).toBeGreaterThan(1);
    });
  } finally {
    system.lines.webhooks.restore();
  }
});

const pathOf = (charge: { paymentLinkId: string }) => `/api/deposit/${charge.paymentLinkId}`;
const refund = (path: string, value: number) =>
  post(`${path}/refund`, { value }, { 'idempotency-key': randomUUID() });

const held = async () => (await get('/api/balance')).body.balance.held;

/** The bank settles after a moment of its own clock, and charges asks it half a minute later. */
const everyRefundIsSettled = () =>
  eventually(async () => {
    await system.bank.control('clock', { advanceSeconds: 30 });
    expect(await held()).toBe(0);
  });

test('a refund can be posted to the list as well, and is the same request there', async () => {
  const path = pathOf(await credited());
  const postTo = (end: string) =>
    post(`${path}/${end}`, { value: 1_000 }, { 'idempotency-key': path });
  const [created, again] = [await postTo('refunds'), await postTo('refund')];
  expect([created.status, again.status]).toEqual([201, 201]);
  expect(again.body.refund.id).toBe(created.body.refund.id);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await get(`${path}/refunds`)).body.refunds).toHaveLength(1);
});

test('a refund leaves the balance at once, and for good when the bank has settled it', async () => {
  const path = pathOf(await credited());
  const balance = async () => (await get('/api/balance')).body.balance;
  const { available } = await balance();

  expect((await refund(path, 4_000)).status).toBe(201);

  expect(await balance()).toMatchObject({ available: available - 4_000 });
  await everyRefundIsSettled();
  expect((await get(path)).body.charge).toMatchObject({ refundedValue: 4_000 });
  expect(await balance()).toMatchObject({ available: available - 4_000 });
});

test('refunds and what the bank took back are listed, newest first, page by page', async () => {
  const charge = await credited();
  const [path, { endToEndId }] = [pathOf(charge), charge];
  const { body: made } = await refund(path, 1_000);
  const order = { endToEndId, value: 2_000, natureza: 'MED_FRAUDE' };
  await system.bank.control('return', order);

  const all = await eventually(async () => {
    const { body } = await get(`${path}/refunds`);
    return body.refunds.length === 2 && body;
  });

  expect(all.nextCursor).toBeNull();
  expect(all.refunds).toMatchObject([
    { value: 2_000, status: 'SETTLED', origin: 'BANK', natureza: 'MED_FRAUDE', endToEndId },
    { id: made.refund.id, value: 1_000, origin: 'CLIENT', natureza: null },
  ]);
  const first = (await get(`${path}/refunds?limit=1`)).body;
  const second = (await get(`${path}/refunds?limit=1&cursor=${first.nextCursor}`)).body;
  expect([...first.refunds, ...second.refunds].map(({ id }) => id)).toEqual(
    all.refunds.map(({ id }: { id: string }) => id),
  );
  expect(second.nextCursor).toBeNull();
});

test('what the bank took back is in refundedValue and in the timeline, at once by its callback', async () => {
  const charge = await credited();
  const [path, { endToEndId }] = [pathOf(charge), charge];

  await system.bank.control('return', { endToEndId, value: 2_500, natureza: 'MED_OPERACIONAL' });

  await eventually(async () => {
    expect((await get(path)).body.charge).toMatchObject({ refundedValue: 2_500 });
  });
  const returned = {
    kind: 'payment_returned',
    origin: 'BANK',
    natureza: 'MED_OPERACIONAL',
    value: 2_500,
  };
  await eventually(async () => {
    const { body } = await get(`${path}/timeline`);
    expect(body.timeline).toContainEqual(expect.objectContaining(returned));
  });
});

test.each([
  [{ value: 0 }, 'invalid_request'],
  [{ value: -5 }, 'invalid_request'],
  [{ value: '100' }, 'invalid_request'],
  [{ amount: 100 }, 'invalid_request'],
  [{ reason: 'x'.repeat(141) }, 'invalid_request'],
])('a refund of %j is refused', async (body, code) => {
  const path = `/api/deposit/${randomUUID()}/refund`;
  const reply = await post(path, body);
  expect([reply.status, reply.body.code]).toEqual([400, code]);
});

test('a refund without an Idempotency-Key is refused, and says what to send', async () => {
  const { paymentLinkId } = await create();
  const reply = await post(`/api/deposit/${paymentLinkId}/refund`, {});
  expectRefusal(reply, {
    status: 400,
    code: 'idempotency_key_required',
    error:
      'Idempotency-Key is required: send a new unique value for each refund, and the same value when you retry it',
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
