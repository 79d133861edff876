import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, exceptional, paidCharge } from './ledger-under-test.ts';

const ledger = forTests(() => ledgerAtBank());
afterEach(() => ledger.bank.comeBack());

type Interleaving = readonly [string, Kind, Steps];
type Steps = (payment: SuspendedAtBank) => Promise<void>;

const UNDER_WAY = { reason: 'return_under_way' };

const INTERLEAVINGS: readonly Interleaving[] = [
  [
    'a part returned by the bank first is not asked for again',
    'surplus',
    async (payment) => {
      await payment.takenBack(300)();
      await payment.refund();
      expect(payment.asked()).toMatchObject([{ valueCents: 400 }]);
      await payment.ours('SETTLED');
      await payment.is('REFUNDED', 400);
      await payment.holds(4950);
    },
  ],
  [
    'a part returned by the bank while ours is under way leaves suspense, and the account pays the rest of ours',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.takenBack(300)();
      await payment.holds(4950, 400);
      await payment.ours('SETTLED');
      await payment.is('REFUNDED', 400);
      await payment.holds(4650);
    },
  ],
  [
    'all that the bank can return while ours is under way is paid by the account and owed',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.takenBack(5000)();
      await payment.is('RETURNED', 0);
      await payment.ours('SETTLED');
      await payment.holds(0, 0, 50);
    },
  ],
  [
    'a return of the bank that the books learn of after ours has settled is paid by the account',
    'surplus',
    async (payment) => {
      await payment.refund();
      const learn = payment.takenBack(300);
      await payment.ours('SETTLED');
      await learn();
      await payment.holds(4650);
    },
  ],
  [
    'while the books do not know of a return nothing is decided, and it is reported',
    'surplus',
    async (payment) => {
      const learn = payment.takenBack(300);
      for (const decide of [payment.refund, payment.credit]) {
        await expect(decide()).rejects.toMatchObject(UNDER_WAY);
      }
      expect(ledger.violations.splice(0).map(({ found }) => found)).toEqual([
        '300 at the bank',
        '300 at the bank',
      ]);
      await learn();
      await learn();
      await payment.refund();
      await payment.ours('SETTLED');
      await payment.holds(4950);
    },
  ],
  [
    'after ours is refused what the bank took meanwhile is gone, and the rest goes back under another id',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.takenBack(300)();
      await payment.ours('FAILED');
      await payment.is(null, 400);
      await payment.holds(4950, 400);
      await payment.refund();
      await payment.ours('SETTLED');
      expect(payment.asked().map(({ valueCents }) => valueCents)).toEqual([700, 400]);
      expect(new Set(payment.asked().map(({ bankReturnId }) => bankReturnId)).size).toBe(2);
      await payment.holds(4950);
    },
  ],
  [
    'after ours is refused a part is returned by the bank, and the rest is credited',
    'underpaid',
    async (payment) => {
      await payment.refund();
      await payment.ours('FAILED');
      await payment.takenBack(300)();
      await payment.is(null, 400);
      await payment.credit();
      await payment.holds(400);
    },
  ],
  [
    'a part that the bank returned before charges could ask has ours refused, and the rest is credited',
    'underpaid',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(300)();
      await payment.holds(0, 400);
      ledger.bank.comeBack();
      await ledger.handOverReturns();
      await ledger.deliverPublished();
      await payment.is(null, 400);
      await payment.credit();
      await payment.holds(400);
    },
  ],
  [
    'a part that the bank returned of nobody’s payment before charges could ask has ours refused, and the rest goes back',
    'unknown',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(300)();
      ledger.bank.comeBack();
      await ledger.handOverReturns();
      await ledger.deliverPublished();
      await payment.is(null, 400);
      await payment.refund();
      await payment.ours('SETTLED');
      await payment.is('REFUNDED', 400);
    },
  ],
  [
    'of what the bank returned in full before charges could ask, nothing is asked and nothing is left to decide',
    'underpaid',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(700)();
      ledger.bank.comeBack();
      await ledger.handOverReturns();
      await payment.is('RETURNED', 0);
      expect(payment.asked()).toEqual([]);
      await payment.holds(0);
      await expect(payment.credit()).rejects.toMatchObject({ reason: 'already_decided' });
    },
  ],
  [
    'what is asked of the bank does not change once it is decided, however often charges is asked',
    'surplus',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(300)();
      ledger.bank.comeBack();
      for (const _ of [1, 2]) await ledger.handOverReturns();
      expect(payment.asked()).toMatchObject([{ valueCents: 700 }]);
      await payment.ours('SETTLED');
      await payment.holds(4650);
    },
  ],
  [
    'ours that the bank makes after it refused it, once decided again, is paid once by suspense and once by the account',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.ours('FAILED');
      await payment.refund();
      await payment.madeAfterAll();
      await payment.is('RETURNED', 0);
      await payment.ours('SETTLED');
      await payment.holds(4250);
    },
  ],
  [
    'ours that the bank makes after it refused it, once credited, is paid by the account',
    'unknown',
    async (payment) => {
      await payment.refund();
      await payment.ours('FAILED');
      await payment.credit();
      await payment.madeAfterAll();
      await payment.holds(0);
    },
  ],
  [
    'after a credit the credited account pays',
    'unknown',
    async (payment) => {
      await payment.credit();
      await payment.takenBack(300)();
      await payment.holds(400);
    },
  ],
];

test.each(INTERLEAVINGS)('%s (%s)', async (_title, kind, steps) => {
  const before = await ledger.differenceToBank();
  const payment = await suspendedAtBank(ledger, kind);

  await steps(payment);

  expect((await ledger.differenceToBank()) - before).toBe(0);
  const paid = payment
    .asked()
    .filter(({ status, hasFailed }) => status === 'SETTLED' && !hasFailed);
  expect(paid.length).toBeLessThanOrEqual(1);
  expect(await ledger.parked()).toEqual([]);
  expect(ledger.violations).toEqual([]);
});

describe.each<Kind>(['surplus', 'underpaid', 'unknown'])('our return that fails (%s)', (kind) => {
  test.each([
    ['a batch each', false],
    ['one batch', true],
  ])(
    'opens the decision again, and is booked if the bank makes it after all, in %s',
    async (_batches, isOne) => {
      const before = await ledger.differenceToBank();
      const payment = await suspendedAtBank(ledger, kind);
      await payment.refund();
      const [asked] = payment.asked();
      if (!asked) throw new Error('nothing was asked');
      ledger.bank.fail(payment.endToEndId, asked);
      if (!isOne) {
        await ledger.deliverPublished();
        expect(await ledger.stateOf(payment.exceptionId)).toEqual({
          ...{ resolution: null, left_cents: 700, failure: 'refused' },
        });
      }
      ledger.bank.settle(payment.endToEndId, asked);
      if (!isOne) await expect(payment.credit()).rejects.toMatchObject(UNDER_WAY);
      await ledger.deliver(...ledger.published.splice(0));

      await payment.is('RETURNED', 0);
      await expect(payment.credit()).rejects.toMatchObject({ reason: 'already_decided' });
      expect(await payment.refund()).toMatchObject({ resolution: 'RETURNED' });
      await payment.holds(kind === 'surplus' ? 4950 : 0);
      expect((await ledger.differenceToBank()) - before).toBe(0);
      expect(await ledger.parked()).toEqual([]);
      expect(ledger.violations.splice(0)).toHaveLength(isOne ? 0 : 1);
    },
  );
});

test.each(['SETTLED', 'FAILED'] as const)(
  'open pages of the account read again when its return has ended as %s',
  async (status) => {
    const payment = await suspendedAtBank(ledger, 'underpaid');
    await payment.refund();
    ledger.noted.splice(0);

    await payment.ours(status);

    expect(ledger.noted).toContain(payment.accountId);
  },
);

test('open pages of an account that only the books name read again', async () => {
  const payment = await suspendedAtBank(ledger, 'unknown');
  await payment.credit();
  ledger.noted.splice(0);

  await payment.takenBack(300)();

  expect(ledger.noted).toEqual([payment.accountId]);
});

test('what went back of another payment of the charge does not hide a return that the books do not know of', async () => {
  const { bank, deliver, decide } = ledger;
  const charge = paidCharge({ paidCents: 5700 });
  const other = { exceptionId: randomUUID(), endToEndId: paidCharge().endToEndId };
  const surplus = { exceptionId: randomUUID(), endToEndId: charge.endToEndId, amountCents: 700 };
  bank.pay(charge, 5700);
  bank.pay({ ...charge, endToEndId: other.endToEndId }, 5000);
  await deliver(
    completed(charge),
    exceptional(charge, { ...surplus, kind: 'EXCEPTION_KIND_OVERPAID' }),
    exceptional(charge, { ...other, kind: 'EXCEPTION_KIND_DUPLICATE_PAYMENT', amountCents: 5000 }),
  );
  await decide(other.exceptionId, 'REFUND');
  for (const one of bank.suspenseReturns(other.endToEndId)) bank.settle(other.endToEndId, one);
  await ledger.deliverPublished();
  const unknown = bank.takeBack(charge.endToEndId, 300);

  await expect(decide(surplus.exceptionId, 'CREDIT')).rejects.toMatchObject(UNDER_WAY);

  bank.settle(charge.endToEndId, unknown);
  await ledger.deliverPublished();
  expect(await decide(surplus.exceptionId, 'CREDIT')).toMatchObject({ resolution: 'CREDITED' });
  expect((await ledger.app.getBalance(charge.accountId, null)).availableCents).toBe(4950 + 400);
});

type Kind = 'surplus' | 'underpaid' | 'unknown';

const SURPLUS = 700;

/**
 * A payment in suspense: what is beyond a deposit of 5000, a payment of a known account, or one of
 * nobody. Of the first the bank can return more than is in suspense.
 */
async function suspendedAtBank(ledger: LedgerAtBank, kind: Kind) {
  const charge = paidCharge({ paidCents: 5000 + SURPLUS });
  const { endToEndId, accountId } = charge;
  const exceptionId = randomUUID();
  const about = { exceptionId, endToEndId, amountCents: SURPLUS };
  const { bank, deliver, deliverPublished } = ledger;
  if (kind === 'surplus') {
    bank.pay(charge, 5000 + SURPLUS);
    const surplus = { ...about, kind: 'EXCEPTION_KIND_OVERPAID' as const };
    await deliver(completed(charge), exceptional(charge, surplus));
  } else {
    bank.pay(kind === 'underpaid' ? charge : { endToEndId }, SURPLUS);
    await deliver(exceptional(kind === 'underpaid' ? charge : null, about));
  }
  const asked = () => bank.suspenseReturns(endToEndId);
  return {
    accountId,
    exceptionId,
    endToEndId,
    asked,
    /** The bank may refuse it at once. */
    async refund() {
      const decided = await ledger.decide(exceptionId, 'REFUND');
      await deliverPublished();
      return decided;
    },
    credit: () => ledger.decide(exceptionId, 'CREDIT', accountId),
    is: async (resolution: string | null, leftCents: number) =>
      expect(await ledger.stateOf(exceptionId)).toMatchObject({
        resolution,
        left_cents: leftCents,
      }),
    holds: async (availableCents: number, suspenseCents = 0, owedCents = 0) =>
      expect(await ledger.app.getBalance(accountId, null)).toEqual({
        availableCents,
        suspenseCents,
        owedCents,
        heldCents: 0,
      }),
    /** The bank returns some of it by itself; the books learn of it when the event is delivered. */
    takenBack(valueCents: number) {
      bank.settle(endToEndId, bank.takeBack(endToEndId, valueCents));
      const [event] = ledger.published.splice(-1);
      if (!event) throw new Error('so much is not left');
      return () => deliver(event);
    },
    /** The bank makes the first return that it refused. */
    async madeAfterAll() {
      const refused = asked().find((one) => one.status === 'FAILED');
      if (!refused) throw new Error('nothing was refused');
      bank.settle(endToEndId, refused);
      await deliverPublished();
    },
    /** The bank ends our return. */
    async ours(status: 'SETTLED' | 'FAILED') {
      const under = asked().find((one) => one.status === 'PROCESSING');
      if (!under) throw new Error('no return of ours is under way');
      if (status === 'SETTLED') bank.settle(endToEndId, under);
      else bank.fail(endToEndId, under);
      await deliverPublished();
    },
  };
}

type SuspendedAtBank = Awaited<ReturnType<typeof suspendedAtBank>>;
