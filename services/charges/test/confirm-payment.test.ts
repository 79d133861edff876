import { randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

const CHARGES = 200;
const AT_ONCE = 20;

const charges = forTests(() =>
  chargesUnderTest({ SWEEP_EVERY_MS: '50', PROVIDER_POLLS_PER_SECOND: '100000' }),
);

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>) {
  const results: R[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const some = items.slice(first, first + AT_ONCE);
    results.push(...(await Promise.all(some.map((item, index) => work(item, first + index)))));
  }
  return results;
}

type CreatedCharge = Awaited<ReturnType<UnderTest['create']>>;

/** A payer, a query, a callback, a cancellation and the sweep meet on one charge. */
async function everythingAtOnce(charge: CreatedCharge, other: UnderTest['rpc']) {
  const paying = charges.bank.pay(charge.emv, { notify: false }).then(
    () => true,
    () => false,
  );
  const [paid, canceled] = await Promise.all([
    paying,
    charges.cancel(charge).then(
      () => true,
      () => false,
    ),
    charges.statusOf(charge),
    other.getCharge(charge),
    paying.then(() => charges.callBack(charge)),
  ]);
  return { charge, paid, canceled };
}

test('query, sweep, callback and cancellation at once on 200 charges: one outcome each', async () => {
  await using replica = await charges.startAnother();
  const created = await inTurns(Array.from({ length: CHARGES }), () => charges.create());

  const outcomes = await inTurns(created, (charge) => everythingAtOnce(charge, replica.rpc));
  await eventually(async () => {
    const { rows } = await charges.db.query(`select count(*) from charge where status = 'PENDING'`);
    expect(rows[0].count).toBe(0);
  });

  for (const { charge, paid, canceled } of outcomes) {
    const { status } = await charges.stored(charge.id);
    expect(status).toBe(paid ? 'COMPLETED' : 'CANCELED');
    expect(canceled).toBe(!paid);
    expect(await charges.historyOf(charge.id)).toEqual([`PENDING -> ${status}`]);
    expect(await charges.outboxOf(charge.id)).toHaveLength(1);
  }
  const { payments } = await charges.bank.truth();
  const { rows } = await charges.db.query('select end_to_end_id from payment');
  expect(rows.map((row) => row.end_to_end_id).sort()).toEqual(
    payments.map(({ endToEndId }) => endToEndId).sort(),
  );
  expect(outcomes.some(({ paid }) => paid)).toBe(true);
});

test('a completed charge is published with its event id and everything others need to know', async () => {
  const charge = await charges.create(20_000);
  const { endToEndId } = await charges.bank.pay(charge.emv, { value: 20_500, notify: false });
  await charges.statusOf(charge);

  const [record] = await eventually(async () => {
    const found = await publishedOf(charge.id);
    return found.length > 0 && found;
  });
  const row = await charges.stored(charge.id);
  const [outboxRow] = await charges.outboxOf(charge.id);
  expect(record?.headers[EVENT_ID_HEADER]).toBe(outboxRow.event_id);
  const event = ChargeEvent.deserialize(record?.value ?? Buffer.alloc(0));
  expect(event).toMatchObject({ version: 1, currency: 'BRL' });
  expect(event.chargeCompleted).toMatchObject({
    chargeId: charge.id,
    accountId: charge.accountId,
    paymentLinkId: charge.paymentLinkId,
    valueCents: 20_000,
    originalValueCents: 20_000,
    feeCents: 200,
    paidCents: 20_500,
    paidLate: false,
    endToEndId,
    createdAt: charge.createdAt,
    paidAt: row.paid_at.toISOString(),
    confirmedAt: row.confirmed_at.toISOString(),
  });
  expect(row).toMatchObject({ status: 'COMPLETED', paid_cents: 20_500, end_to_end_id: endToEndId });
  expect(JSON.stringify(record)).not.toContain(charge.emv);
});

test('payments of one code that are confirmed at once on two replicas all count', async () => {
  const charge = await charges.create(50_000);
  await using replica = await charges.startAnother();
  const amounts = [1_000, 2_000, 3_000, 4_000, 1_500, 2_500, 3_500, 4_500];

  await Promise.all(
    amounts.map(async (value, index) => {
      const { txid } = await charges.bank.pay(charge.emv, { value, force: true, notify: false });
      const { rpc } = index % 2 === 0 ? charges : replica;
      await rpc.notifyPayments({ payments: [{ txid }] });
    }),
  );

  const received = amounts.reduce((sum, value) => sum + value, 0);
  expect(await charges.stored(charge.id)).toMatchObject({
    status: 'PENDING',
    received_cents: received,
  });
  expect(await charges.outboxOf(charge.id)).toHaveLength(amounts.length);
});

test('another account’s, unknown and malformed links look the same', async () => {
  const theirs = await charges.create();
  const links = [theirs.paymentLinkId, randomUUID(), 'malformed', '', '\u0000', "' or 1=1 --"];

  for (const paymentLinkId of links) {
    await expect(
      charges.rpc.getCharge({ accountId: randomUUID(), paymentLinkId }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'charge_not_found',
      message: 'Charge not found',
    });
  }
});

async function publishedOf(chargeId: string) {
  const records = await charges.events.recordsOf(Topic.Charges);
  return records.filter(({ key }) => key === chargeId);
}
