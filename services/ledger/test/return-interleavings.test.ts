import { randomUUID } from 'node:crypto';
import { suspenseReturnId } from '../src/domain/suspense.ts';
import { idOf } from '../src/store/id-of.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, exceptional, paidCharge, returned } from './ledger-under-test.ts';
import { type Kind, type SuspendedAtBank, suspendedAtBank } from './suspended-at-bank.ts';

let ledger: LedgerAtBank;
beforeAll(async () => {
  ledger = await ledgerAtBank();
});
afterEach(() => ledger.bank.comeBack());
afterAll(() => ledger[Symbol.asyncDispose]());

type Interleaving = readonly [string, Kind, Steps];
type Steps = (payment: SuspendedAtBank) => Promise<void>;

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
    'a part returned by the bank while ours is under way is paid by the account',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.takenBack(300)();
      await payment.holds(4650, 700);
      await payment.ours('SETTLED');
      await payment.is('REFUNDED', 700);
      await payment.holds(4650);
    },
  ],
  [
    'all that the bank can return while ours is under way is paid by the account and owed',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.takenBack(5000)();
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
    'one that was made before the decision and learned of after it is paid by the account',
    'surplus',
    async (payment) => {
      const learn = payment.takenBack(300);
      await payment.refund();
      await learn();
      await learn();
      await payment.ours('SETTLED');
      await payment.holds(4650);
    },
  ],
  [
    'after ours is refused the part is taken from suspense, and the rest goes back',
    'surplus',
    async (payment) => {
      await payment.refund();
      await payment.takenBack(300)();
      await payment.holds(4650, 700);
      await payment.ours('FAILED');
      await payment.is(null, 400);
      await payment.holds(4950, 400);
      await payment.refund();
      await payment.ours('SETTLED');
      expect(payment.asked().map(({ valueCents }) => valueCents)).toEqual([700, 400]);
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
    'after ours is refused a part is returned by the bank, and the rest goes back',
    'underpaid',
    async (payment) => {
      await payment.refund();
      await payment.ours('FAILED');
      await payment.takenBack(300)();
      await payment.refund();
      await payment.ours('SETTLED');
      await payment.holds(0);
    },
  ],
  [
    'a part that the books do not know of has ours refused, and the rest goes back once they do',
    'underpaid',
    async (payment) => {
      const learn = payment.takenBack(300);
      await payment.refund();
      await payment.is(null, 700);
      await learn();
      await payment.is(null, 400);
      await payment.refund();
      await payment.ours('SETTLED');
      await payment.holds(0);
    },
  ],
  [
    'an unavailable bank that returned a part refuses ours; the debt is gone and the rest is credited',
    'underpaid',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(300)();
      await payment.holds(0, 700, 300);
      ledger.bank.comeBack();
      await ledger.trackReturns();
      await payment.is(null, 400);
      await payment.holds(0, 400);
      await payment.credit();
      await payment.holds(400);
    },
  ],
  [
    'an unavailable bank that returned a part of nobody’s payment refuses ours; the rest goes back',
    'unknown',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(300)();
      ledger.bank.comeBack();
      await ledger.trackReturns();
      await payment.is(null, 400);
      await payment.refund();
      await payment.ours('SETTLED');
      await payment.is('REFUNDED', 400);
    },
  ],
  [
    'an unavailable bank that returned all of it refuses ours, and nothing is left to decide',
    'underpaid',
    async (payment) => {
      ledger.bank.goDown();
      await payment.refund();
      await payment.takenBack(700)();
      ledger.bank.comeBack();
      await ledger.trackReturns();
      await payment.is('RETURNED', 0);
      await payment.holds(0);
      await expect(payment.credit()).rejects.toMatchObject({ reason: 'already_decided' });
    },
  ],
  [
    'what is asked of the bank does not change once it is decided',
    'surplus',
    async (payment) => {
      await payment.refund();
      // As a replica of the version before does, which takes from suspense that goes back.
      const text = 'update suspended_payment set returned_cents = 300 where exception_id = $1';
      await ledger.db.query(text, [payment.exceptionId]);
      await payment.ours('SETTLED');
      await payment.holds(4950);
    },
  ],
  [
    'ours under its own id, learned of as if it were the bank’s, is booked once',
    'surplus',
    async (payment) => {
      const ownId = suspenseReturnId(payment.exceptionId, 0, idOf);
      await payment.refund();
      await payment.reported(700, ownId);
      await payment.holds(4950, 700);
      await payment.ours('SETTLED');
      await payment.reported(700, ownId);
      await payment.holds(4950);
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
  const paid = payment.asked().filter(({ status }) => status === 'SETTLED');
  expect(paid.length).toBeLessThanOrEqual(1);
  expect(await ledger.parked()).toEqual([]);
  expect(ledger.violations).toEqual([]);
});

test('what went back of another payment of the charge does not hide a return that the books do not know of', async () => {
  const { bank, deliver, decide } = ledger;
  const charge = paidCharge({ paidCents: 5700 });
  const other = { exceptionId: randomUUID(), endToEndId: paidCharge().endToEndId };
  const surplus = { exceptionId: randomUUID(), endToEndId: charge.endToEndId, amountCents: 700 };
  bank.pay(charge.endToEndId, 5700);
  bank.pay(other.endToEndId, 5000);
  await deliver(
    completed(charge),
    exceptional(charge, { ...surplus, kind: 'EXCEPTION_KIND_OVERPAID' }),
    exceptional(charge, { ...other, kind: 'EXCEPTION_KIND_DUPLICATE_PAYMENT', amountCents: 5000 }),
  );
  await decide(other.exceptionId, 'REFUND');
  for (const one of bank.suspenseReturns(other.endToEndId)) one.status = 'SETTLED';
  await ledger.trackReturns();
  const unknown = bank.takeBack(charge.endToEndId, 300);

  await expect(decide(surplus.exceptionId, 'CREDIT')).rejects.toMatchObject({
    reason: 'return_under_way',
  });

  const back = { returnId: randomUUID(), valueCents: 300, bankReturnId: unknown?.id ?? '' };
  await deliver(returned(charge, back));
  expect(await decide(surplus.exceptionId, 'CREDIT')).toMatchObject({ resolution: 'CREDITED' });
  expect((await ledger.app.getBalance(charge.accountId, null)).availableCents).toBe(4950 + 400);
});
