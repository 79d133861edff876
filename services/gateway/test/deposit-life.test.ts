import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { expectRefusal, postJson } from './http.ts';
import { newShop } from './shop.ts';

const shop = newShop(() => runSystem());
const { system, headers: own, call, get, post, newHeaders, credited, deposit: create } = shop;

test('a query that waits is answered as soon as the deposit is paid', async () => {
  const charge = await create();
  const waiting = get(`/api/deposit/${charge.paymentLinkId}?wait=25`);
  await system.bank.pay(charge.emv, { notify: true });
  const reply = await waiting;
  expect(reply.body.charge).toMatchObject({ status: 'COMPLETED', paidAt: expect.any(String) });
});

test('a query whose wait ends without a payment gets the current status', async () => {
  const charge = await create();
  const reply = await get(`/api/deposit/${charge.paymentLinkId}?wait=1`);
  expect([reply.status, reply.body.charge.status]).toEqual([200, 'PENDING']);
});

test.each(['-1', '31', '1.5', 'x', '', '1&wait=2'])('a query cannot wait for %j', async (wait) => {
  const reply = await get(`/api/deposit/${randomUUID()}?wait=${wait}`);
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
});

test('deposits are listed newest first, page by page, without gap or repetition', async () => {
  const headers = await newHeaders();
  const made: string[] = [];
  for (let i = 0; i < 5; i += 1) made.unshift((await create({}, headers)).paymentLinkId);

  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 4; page += 1) {
    const { body } = await get(`/api/deposit?limit=2${cursor}`, headers);
    expect(body.success).toBe(true);
    seen.push(...body.charges.map((charge: { paymentLinkId: string }) => charge.paymentLinkId));
    // What is created meanwhile belongs before the first page.
    await create({}, headers);
    if (body.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }

  expect(seen).toEqual(made);
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

test('a deposit is canceled once, and cannot be after it was paid', async () => {
  const charge = await create();
  const path = `/api/deposit/${charge.paymentLinkId}`;

  for (let i = 0; i < 2; i += 1) {
    const reply = await call({ method: 'DELETE', path, headers: own });
    expect([reply.status, reply.body.charge?.status]).toEqual([200, 'CANCELED']);
  }
  const paid = await credited();
  const refused = await call({
    method: 'DELETE',
    path: `/api/deposit/${paid.paymentLinkId}`,
    headers: own,
  });
  expectRefusal(refused, {
    status: 409,
    error: 'Charge already completed',
    code: 'charge_not_pending',
  });
});

test('a deposit is refunded in parts, never more than was paid, and each refund once', async () => {
  const headers = await newHeaders();
  const charge = await credited({}, headers);
  // A refund returns what was paid; the fee is the account's to bear.
  await credited({}, headers);
  const path = `/api/deposit/${charge.paymentLinkId}/refund`;
  const refund = (body: object, more: Record<string, string> = {}) =>
    call(postJson(path, body, { ...headers, 'idempotency-key': randomUUID(), ...more }));

  const idempotency = { 'idempotency-key': randomUUID() };
  const first = await refund({ value: 4_000, reason: 'Returned' }, idempotency);
  expect(first.status).toBe(201);
  expect(first.body.refund).toMatchObject({ value: 4_000, reason: 'Returned' });
  expect(['PROCESSING', 'SETTLED']).toContain(first.body.refund.status);
  const again = await refund({ reason: 'Returned', value: 4_000 }, idempotency);
  expect(again.body.refund.id).toBe(first.body.refund.id);
  expect(again.headers['idempotent-replayed']).toBe('true');

  expectRefusal(await refund({ value: 6_001 }), { status: 422, code: 'refund_out_of_range' });
  const rest = await refund({});
  expect(rest.body.refund).toMatchObject({ value: 6_000 });
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
