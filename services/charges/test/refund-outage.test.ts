import { eventually } from '@entrada/platform/testing/eventually';
import { forTests, standIn } from '@entrada/platform/testing/for-tests';
import { newKey, refundsUnderTest } from './refunds-under-test.ts';

const under = forTests(() => refundsUnderTest());
const charges = standIn(() => under.charges);
const ledger = standIn(() => under.ledger);
/** It waits only shortly for a bank that never answers; nothing that has to succeed is asked of it. */
const brief = forTests(() => charges.startAnother({ PROVIDER_TIMEOUT_MS: '1500' }));
afterEach(() => under.repair());

test.each(['timeout', '500-after', 'reset', 'malformed', 'contradictory'])(
  'a refund whose answer is lost (%s) goes on by itself and is made once',
  async (fault) => {
    const charge = await under.paidCharge();
    await charges.fault('put-devolucao', fault, { count: 3 });
    await charges.fault('get-devolucao', fault, { count: 3 });

    const { accountId, paymentLinkId } = charge;
    const asked = { accountId, paymentLinkId, idempotency: newKey() };
    const { refund: made } = await brief.rpc.refundCharge(asked);

    expect(made).toMatchObject({ status: 'REFUND_STATUS_PROCESSING' });
    await charges.bank.clearFaults();
    expect(await under.settled(charge)).toEqual([{ paymentReturned: expect.anything() }]);
    expect(await under.refundsAtBank(charge)).toBe(1);
  },
);

test('once it is stored a refund is PROCESSING, whatever is unavailable, and goes on by itself', async () => {
  const charge = await under.paidCharge(5000);
  const outages: Record<string, () => void> = {
    'the ledger': () => ledger.become('unavailable'),
    'the bank': () => charges.bank.line.cut(),
    'the ledger, which answers nothing': () => ledger.stopNext(),
  };
  for (const [name, begin] of Object.entries(outages)) {
    begin();
    const { refund: made } = await under.refund(charge, { valueCents: 100, reason: name });
    expect(made).toMatchObject({ status: 'REFUND_STATUS_PROCESSING', reason: name });
    ledger.become('holds');
    charges.bank.line.restore();
  }
  expect(await under.refundsOf(charge)).toHaveLength(3);

  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await under.refundEventsOf(charge)).toHaveLength(3);
  });
  expect(await under.refundsAtBank(charge)).toBe(3);
});

test('of two refunds with different keys in an outage both are there, and a repeated one is the same', async () => {
  const charge = await under.paidCharge(5000);
  charges.bank.line.cut();
  const [first, second] = [newKey(), newKey()];

  await under.refund(charge, { valueCents: 100, idempotency: first });
  await under.refund(charge, { valueCents: 100, idempotency: second });
  const again = await under.refund(charge, { valueCents: 100, idempotency: first });

  expect(again).toMatchObject({ replayed: true });
  expect((await under.refundsOf(charge)).map(({ status }) => status)).toEqual([
    'PROCESSING',
    'PROCESSING',
  ]);
  const older = `update payment_return set created_at = created_at - interval '10 minutes' where charge_id = $1`;
  await charges.db.query(older, [charge.id]);
  await eventually(async () => {
    const text = await charges.metric('refunds_oldest_pending_seconds');
    expect(Number(text.split(' ').at(-1))).toBeGreaterThan(500);
  });
});
