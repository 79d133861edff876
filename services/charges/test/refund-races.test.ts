import { eventually } from '@entrada/platform/testing/eventually';
import { forTests, standIn } from '@entrada/platform/testing/for-tests';
import { type RefundsUnderTest, refundsUnderTest } from './refunds-under-test.ts';

/** The first check of a stored refund comes after this, by whichever replica. */
const FIRST_CHECK_SECONDS = 31;

const under = forTests(() => refundsUnderTest());
const charges = standIn(() => under.charges);
const ledger = standIn(() => under.ledger);
afterEach(() => under.repair());

type Charge = Awaited<ReturnType<RefundsUnderTest['paidCharge']>>;

/** A request of one replica whose call to the ledger hangs, until the test has it answered. */
async function hangingRefund(charge: Charge) {
  const call = ledger.stopNext();
  const reply = under.refund(charge).then(
    ({ refund }) => ({ refund }),
    (error: unknown) => ({ error }),
  );
  const { refundId } = await call.arrived;
  return { reply, refundId, answer: call.answer };
}

async function stored(refundId: string) {
  const { rows } = await charges.db.query('select * from payment_return where id = $1', [refundId]);
  return rows[0];
}

async function endsOf(charge: Charge): Promise<string[]> {
  return (await under.refundEventsOf(charge)).flatMap((event) => Object.keys(event));
}

const ended = (charge: Charge) =>
  eventually(async () => {
    await charges.advanceClock(FIRST_CHECK_SECONDS);
    const ends = await endsOf(charge);
    return ends.length > 0 && ends;
  });

async function isAtBank(refundId: string): Promise<boolean> {
  const { refunds } = await charges.bank.truth('/refunds');
  return refunds.some(({ id }) => id === refundId.replaceAll('-', ''));
}

test('a refusal that comes late does not end a refund that another replica has sent to the bank', async () => {
  const charge = await under.paidCharge();
  const { reply, refundId, answer } = await hangingRefund(charge);
  await charges.advanceClock(FIRST_CHECK_SECONDS);
  await eventually(() => isAtBank(refundId));

  answer('refuses');

  expect(await reply).toMatchObject({ refund: { id: refundId } });
  expect(await ended(charge)).toEqual(['paymentReturned']);
  expect(await stored(refundId)).toMatchObject({ status: 'SETTLED' });
});

test('a refusal that comes late does not end a refund whose money another replica is having held', async () => {
  const charge = await under.paidCharge();
  const { reply, refundId, answer } = await hangingRefund(charge);
  const other = ledger.stopNext();
  await charges.advanceClock(FIRST_CHECK_SECONDS);
  await other.arrived;

  answer('refuses');
  expect(await reply).toMatchObject({ refund: { status: 'REFUND_STATUS_PROCESSING' } });
  expect(await stored(refundId)).toMatchObject({ status: 'PROCESSING' });

  other.answer('holds');
  expect(await ended(charge)).toEqual(['paymentReturned']);
});

test('a refund that another replica has ended is not sent to the bank by a hold that comes late', async () => {
  const charge = await under.paidCharge();
  const { reply, refundId, answer } = await hangingRefund(charge);
  ledger.become('refuses');
  await charges.advanceClock(FIRST_CHECK_SECONDS);
  await eventually(async () => (await stored(refundId)).status === 'FAILED');

  answer('holds');

  expect(await reply).toMatchObject({ error: { reason: 'insufficient_balance' } });
  expect(await stored(refundId)).toMatchObject({ status: 'FAILED' });
  expect(await isAtBank(refundId)).toBe(false);
  expect(await endsOf(charge)).toEqual(['returnFailed']);
});
