import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { newShop } from './shop.ts';

const { system, get, post, credited } = newShop(() => runSystem({}, { PROVIDER_CLOCK: 'sandbox' }));
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

test('a refund during an outage of the bank is PROCESSING and in the list', async () => {
  const path = pathOf(await credited());
  await everyRefundIsSettled();
  system.bank.line.cut();
  try {
    const replies = [await refund(path, 100), await refund(path, 100)];

    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    for (const { body } of replies) {
      expect(body.refund).toMatchObject({ status: 'PROCESSING', origin: 'CLIENT' });
    }
    const { body } = await get(`${path}/refunds`);
    expect(body.refunds).toHaveLength(2);
    await eventually(async () => expect(await held()).toBe(200));
  } finally {
    system.bank.line.restore();
  }
});
