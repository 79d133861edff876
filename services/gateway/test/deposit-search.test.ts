import { randomUUID } from 'node:crypto';
import { newShop } from './shop.ts';

const shop = newShop();
const { system, headers, call, get, post, deposit } = shop;
const list = (query: string) => get(`/api/deposit?${query}`);
const create = (externalId: string) => deposit({ value: 5_000, externalId });
const createPaid = (externalId: string) => shop.credited({ value: 5_000, externalId });

async function auditOf(paymentLinkId: string) {
  const { rows } = await system.auth.db.query(
    'select action, actor, detail from audit_entry where account_id = $1 and subject = $2 order by seq',
    [shop.accountId, `deposit:${paymentLinkId}`],
  );
  return rows;
}

test('a deposit is found by each of its names, and shows what was paid and credited', async () => {
  const { id, paymentLinkId, endToEndId } = await createPaid('found-1');
  for (const q of [id, paymentLinkId, endToEndId, 'found-']) {
    const { body } = await list(`q=${q}`);
    expect(body.nextCursor).toBeNull();
    const paid = { id, endToEndId, paidValue: 5_000, creditedValue: 4_950 };
    expect(body.charges).toEqual([expect.objectContaining(paid)]);
  }
});

test.each([
  ['q=a&externalId=b', 'q must be absent with externalId'],
  ['q=', 'q must not be empty'],
  ['q=a%00b', 'q must have at most 128 characters and no control characters'],
  [`q=${'x'.repeat(129)}`, 'q must have at most 128 characters'],
])('a list with %s is refused: %s', async (query, error) => {
  expect(await list(query)).toMatchObject({ status: 400, body: { success: false, error } });
});

test('a canceled and a refunded deposit are in the audit log, a repeated refund as repeated', async () => {
  const open = await create('canceled-1');
  await call({ method: 'DELETE', path: `/api/deposit/${open.paymentLinkId}`, headers });
  const canceled = { action: 'deposit.canceled', actor: expect.stringMatching(/^key:/) };
  expect(await auditOf(open.paymentLinkId)).toEqual([
    expect.objectContaining({ ...canceled, action: 'deposit.cancel_requested' }),
    expect.objectContaining(canceled),
  ]);

  const paid = await createPaid('refunded-1');
  const path = `/api/deposit/${paid.paymentLinkId}/refund`;
  const keyed = { 'idempotency-key': randomUUID() };
  const first = await post(path, { value: 100 }, keyed);
  const second = await post(path, { value: 100 }, keyed);
  expect(second.body.refund.id).toBe(first.body.refund.id);
  const refundId = first.body.refund.id;
  const lines = await auditOf(paid.paymentLinkId);
  const asked = { ip: '127.0.0.1', requestId: expect.any(String) };
  expect(lines.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
    ['deposit.refund_requested', { value: 100, ...asked }],
    ['deposit.refunded', { refundId, value: 100, replayed: false, ...asked }],
    ['deposit.refund_requested', { value: 100, ...asked }],
    ['deposit.refunded', { refundId, value: 100, replayed: true, ...asked }],
  ]);
});

test('what is refused leaves the line about its request in the audit log, and no other', async () => {
  const open = await create('unpaid-1');
  const path = `/api/deposit/${open.paymentLinkId}/refund`;
  const refused = await post(path, { value: 1 }, { 'idempotency-key': randomUUID() });
  expect(refused.status).toBe(409);
  expect(await auditOf(open.paymentLinkId)).toMatchObject([{ action: 'deposit.refund_requested' }]);
});
