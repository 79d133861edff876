import { randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const COMPLETED = { status: 'CHARGE_STATUS_COMPLETED', statusSource: 'STATUS_SOURCE_PROVIDER' };

const charges = forTests(() => chargesUnderTest());

test('fifty queries and callbacks at once, on two replicas, complete a charge once and publish it once', async () => {
  const charge = await charges.create();
  const { txid } = await charges.bank.pay(charge.emv, { notify: false });
  await using replica = await charges.startAnother();

  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? charges.statusOf(charge)
        : replica.rpc.notifyPayments({ payments: [{ txid }, { txid }] }).then(() => COMPLETED),
    ),
  );

  expect(replies).toEqual(replies.map(() => COMPLETED));
  expect(await charges.outboxOf(charge.id)).toHaveLength(1);
  await eventually(async () => expect(await publishedOf(charge.id)).toHaveLength(1));
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
