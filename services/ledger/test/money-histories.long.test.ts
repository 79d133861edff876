import { randomUUID } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { forTests } from '@entrada/platform/testing/for-tests';
import fc from 'fast-check';
import type { Return } from './bank-model.ts';
import { expectHoursLikeBooks, hourLines } from './hours-of-books.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, exceptional, failed, holdOf, paidCharge } from './ledger-under-test.ts';

/** What a payment becomes on the books. */
const PAYMENTS = ['DEPOSIT', 'OVERPAID', 'UNDERPAID', 'UNKNOWN_TXID'] as const;
type PaymentKind = (typeof PAYMENTS)[number];

const PAID_CENTS = { DEPOSIT: 5000, OVERPAID: 5700, UNDERPAID: 700, UNKNOWN_TXID: 700 } as const;

const HISTORIES = 60;

const ledger = forTests(() => ledgerAtBank());

const weights: Readonly<Record<StepName, number>> = {
  refund: 3,
  'bank returns': 4,
  'bank settles': 6,
  'bank fails': 3,
  credit: 1,
  'send back': 4,
  deliver: 4,
  repeat: 1,
  'hand over': 2,
  outage: 1,
};
const step = fc.record({
  what: fc.oneof(
    ...Object.entries(weights).map(([what, weight]) => ({
      weight,
      arbitrary: fc.constant(what as StepName),
    })),
  ),
  /** Which of the things that it can happen to, and how much or how many. */
  which: fc.nat({ max: 11 }),
  much: fc.nat({ max: 6_000 }),
});

const history = fc.record({
  paid: fc.array(fc.constantFrom(...PAYMENTS, 'OVERPAID' as const), { minLength: 1, maxLength: 2 }),
  /** The books know of them before anything goes back. */
  isKnown: fc.boolean(),
  steps: fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }),
});

test('any history of payments, refunds, decisions and returns ends with the bank’s money on the books, and nothing parked', async () => {
  const ends = fc.asyncProperty(history, async ({ paid, isKnown, steps }) => {
    const before = await ledger.differenceToBank();
    const run = moneyHistory(ledger);
    for (const kind of paid) run.pay(kind);
    if (isKnown) await run.deliverAll();

    for (const { what, which, much } of steps) await run.step(what, which, much);
    await run.finish();

    // Also checks that entries sum to zero, and that balances are the sums of theirs.
    expect((await ledger.differenceToBank()) - before).toBe(0);
    expect(await run.tooMuchInSuspense()).toBe(0);
    expect(Math.max(0, ...run.timesSentBack())).toBeLessThanOrEqual(1);
    expect(await ledger.parked()).toEqual([]);
    await expectHoursLikeBooks(ledger);
    expect(await hourLines(ledger)).toEqual([]);
  });
  // The books of a failed history stay wrong, so that every smaller one would fail on them too.
  await fc.assert(ends, { numRuns: HISTORIES, endOnFailure: true });
});

type PaidCharge = ReturnType<typeof paidCharge>;
type Payment = {
  readonly charge: PaidCharge;
  readonly kind: PaymentKind;
  readonly exceptionId: string;
};
/** Money on its way back. */
type Back = { readonly endToEndId: string; readonly made: Return };

/** A refused return is decided again by nobody, so that a few rounds end everything. */
const ROUNDS_MAX = 12;

/** Payments of one account and what goes back of them; charges publishes each thing once. */
function moneyHistory(ledger: LedgerAtBank) {
  const { bank, app, deliver, decide, handOverReturns, stateOf } = ledger;
  const accountId = randomUUID();
  const payments: Payment[] = [];
  const events = waitingEvents(deliver);

  const exceptions = () => payments.filter(({ kind }) => kind !== 'DEPOSIT');
  const backs = (): Back[] =>
    payments.flatMap(({ charge: { endToEndId } }) =>
      bank.returnsOf(endToEndId).map((made) => ({ endToEndId, made })),
    );
  const underWay = (): Back[] => backs().filter(({ made }) => made.status === 'PROCESSING');

  function pay(kind: PaymentKind): void {
    const charge = paidCharge({ accountId, paidCents: PAID_CENTS[kind] });
    const { endToEndId } = charge;
    const exceptionId = randomUUID();
    const of = kind === 'UNKNOWN_TXID' ? null : charge;
    bank.pay(of ?? { endToEndId }, PAID_CENTS[kind]);
    payments.push({ charge, kind, exceptionId });
    if (kind === 'DEPOSIT' || kind === 'OVERPAID') events.publish(completed(charge));
    if (kind === 'DEPOSIT') return;
    const about = { exceptionId, endToEndId, amountCents: 700 };
    events.publish(exceptional(of, { ...about, kind: `EXCEPTION_KIND_${kind}` }));
  }

  /** The ledger holds the money first; a refund that the bank or the ledger refuses has failed. */
  async function refund(which: number, much: number): Promise<void> {
    const deposits = payments.filter(({ kind }) => PAID_CENTS[kind] >= 5000);
    const charge = pick(deposits, which)?.charge;
    if (!charge) return;
    const hold = holdOf(charge, 1 + (much % 2000));
    const isHeld = await allowed(app.holdRefund(hold, null), ['insufficient_balance']);
    if (isHeld) bank.refund(charge.endToEndId, hold.refundId, hold.valueCents);
    else events.publish(failed(charge, hold));
  }

  /** The bank's own; sometimes charges does not know yet which charge it is of. */
  function takeBack(which: number, much: number): void {
    const payment = pick(payments, which);
    if (!payment) return;
    const valueCents = 1 + (much % PAID_CENTS[payment.kind]);
    bank.takeBack(payment.charge.endToEndId, valueCents, much % 3 > 0);
  }

  /** Settles what is under way, or what had failed. */
  function end(which: number): void {
    const open = backs().filter(({ made }) => made.status !== 'SETTLED');
    const back = pick(open, which);
    if (back) bank.settle(back.endToEndId, back.made);
  }

  function fail(which: number): void {
    const back = pick(underWay(), which);
    if (back) bank.fail(back.endToEndId, back.made);
  }

  async function resolve(decision: 'CREDIT' | 'REFUND', which: number): Promise<void> {
    const exceptionId = pick(exceptions(), which)?.exceptionId;
    if (exceptionId === undefined) return;
    const deciding = decide(exceptionId, decision, accountId);
    await allowed(deciding, ['not_found', 'already_decided', 'return_under_way']);
  }

  /** Charges publishes in order. */
  async function deliverAll(): Promise<void> {
    for (const record of ledger.published.splice(0)) events.publish(record);
    await events.deliverAll();
  }

  async function finishRound(): Promise<boolean> {
    for (const { endToEndId, made } of underWay()) bank.settle(endToEndId, made);
    await deliverAll();
    await handOverReturns();
    const states = await Promise.all(exceptions().map(({ exceptionId }) => stateOf(exceptionId)));
    return states.every((state) => state?.resolution !== 'REFUNDING');
  }

  const steps = {
    refund,
    'bank returns': takeBack,
    'bank settles': end,
    'bank fails': fail,
    credit: (which: number) => resolve('CREDIT', which),
    'send back': (which: number) => resolve('REFUND', which),
    deliver: events.deliverSome,
    repeat: events.repeat,
    'hand over': handOverReturns,
    outage: (which: number) => (which % 2 === 0 ? bank.goDown() : bank.comeBack()),
  };

  return {
    pay,
    async step(what: keyof typeof steps, which: number, much: number): Promise<void> {
      await steps[what](which, much);
      for (const record of ledger.published.splice(0)) events.publish(record);
    },
    deliverAll,
    /** The bank ends everything, and everything is delivered. */
    async finish(): Promise<void> {
      bank.comeBack();
      await deliverAll();
      if ((await ledger.parked()).length > 0) await ledger.retryWaiting();
      for (let round = 0; round < ROUNDS_MAX; round += 1) if (await finishRound()) return;
      throw new Error('returns are still under way');
    },
    /** Of payments that are undecided in full: what is in suspense beyond what the bank has of them. */
    async tooMuchInSuspense(): Promise<number> {
      let cents = 0;
      for (const { exceptionId, kind, charge } of exceptions()) {
        const { resolution, left_cents } = await stateOf(exceptionId);
        if (resolution === null && kind !== 'OVERPAID') {
          cents += left_cents - bank.leftOf(charge.endToEndId);
        }
      }
      return cents;
    },
    /** How often each payment in suspense was returned by us; the bank may make one that it had refused. */
    timesSentBack: (): number[] =>
      exceptions().map(
        ({ charge }) =>
          bank
            .suspenseReturns(charge.endToEndId)
            .filter(({ status, hasFailed }) => status === 'SETTLED' && !hasFailed).length,
      ),
  };
}

type StepName = Parameters<ReturnType<typeof moneyHistory>['step']>[0];

/** False where it was refused for one of these reasons. */
async function allowed(work: Promise<unknown>, reasons: readonly string[]): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && reasons.includes(error.reason)) return false;
    throw error;
  }
}

const BATCH_SIZE_MAX = 5;

const pick = <T>(from: readonly T[], which: number): T | undefined => from[which % from.length];

/** What was published and not delivered yet; delivered in order per key, in batches of any size. */
function waitingEvents(deliver: (...records: readonly EventRecord[]) => Promise<void>) {
  const waiting: EventRecord[] = [];
  const delivered: EventRecord[] = [];

  /** The first one that waits, of some key. */
  const next = (which: number): EventRecord | undefined => {
    const key = pick(waiting, which)?.key;
    const place = waiting.findIndex((record) => record.key === key);
    return place < 0 ? undefined : waiting.splice(place, 1)[0];
  };
  const deliverSome = async (which: number, much: number): Promise<void> => {
    const size = 1 + (much % BATCH_SIZE_MAX);
    const batch = Array.from({ length: size }, (_, nth) => next(which + nth * 7) ?? []).flat();
    if (batch.length > 0) await deliver(...batch);
    delivered.push(...batch);
  };

  return {
    publish: (record: EventRecord): number => waiting.push(record),
    deliverSome,
    async deliverAll(): Promise<void> {
      while (waiting.length > 0) await deliverSome(0, waiting.length);
    },
    async repeat(which: number): Promise<void> {
      const again = pick(delivered, which);
      if (again) await deliver(again);
    },
  };
}
