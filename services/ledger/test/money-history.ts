import { randomUUID } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { EventRecord } from '@entrada/platform/events/event-log';
import type { Return } from './bank-model.ts';
import type { LedgerAtBank } from './ledger-at-bank.ts';
import {
  completed,
  exceptional,
  failed,
  paidCharge,
  returned,
  settled,
} from './ledger-under-test.ts';
import { pick, waitingEvents } from './waiting-events.ts';

/** What a payment becomes on the books. */
export const PAYMENTS = ['DEPOSIT', 'OVERPAID', 'UNDERPAID', 'UNKNOWN_TXID'] as const;
type PaymentKind = (typeof PAYMENTS)[number];

const PAID_CENTS = { DEPOSIT: 5000, OVERPAID: 5700, UNDERPAID: 700, UNKNOWN_TXID: 700 } as const;

type Paid = ReturnType<typeof paidCharge>;
type Payment = { readonly charge: Paid; readonly kind: PaymentKind; readonly exceptionId: string };
/** Money on its way back: what charges publishes when it has settled or failed. */
type Back = {
  readonly endToEndId: string;
  readonly made: Return;
  readonly whenSettled?: () => EventRecord;
  readonly whenFailed?: () => EventRecord;
};

/** A refused return is decided again by nobody, so that a few rounds end everything. */
const ROUNDS_MAX = 12;

/** Payments of one account and what goes back of them; charges publishes each thing once. */
export function moneyHistory(ledger: LedgerAtBank) {
  const { bank, app, deliver, decide, trackReturns, stateOf } = ledger;
  const accountId = randomUUID();
  const payments: Payment[] = [];
  const backs: Back[] = [];
  const events = waitingEvents(deliver);

  const exceptions = () => payments.filter(({ kind }) => kind !== 'DEPOSIT');
  const ownReturns = (): Back[] =>
    exceptions().flatMap(({ charge: { endToEndId } }) =>
      bank.suspenseReturns(endToEndId).map((made) => ({ endToEndId, made })),
    );

  function pay(kind: PaymentKind): void {
    const charge = paidCharge({ accountId, paidCents: PAID_CENTS[kind] });
    const { endToEndId } = charge;
    const exceptionId = randomUUID();
    bank.pay(endToEndId, PAID_CENTS[kind]);
    payments.push({ charge, kind, exceptionId });
    if (kind === 'DEPOSIT' || kind === 'OVERPAID') events.publish(completed(charge));
    if (kind === 'DEPOSIT') return;
    const about = { exceptionId, endToEndId, amountCents: 700 };
    const of = kind === 'UNKNOWN_TXID' ? null : charge;
    events.publish(exceptional(of, { ...about, kind: `EXCEPTION_KIND_${kind}` }));
  }

  /** The ledger holds the money first; a refund that the bank or the ledger refuses has failed. */
  async function refund(which: number, much: number): Promise<void> {
    const deposits = payments.filter(({ kind }) => PAID_CENTS[kind] >= 5000);
    const charge = pick(deposits, which)?.charge;
    if (!charge) return;
    const { chargeId, paymentLinkId, endToEndId } = charge;
    const one = { refundId: randomUUID(), valueCents: 1 + (much % 2000) };
    const hold = { ...one, accountId, chargeId, paymentLinkId };
    const isHeld = await allowed(app.holdRefund(hold, null), ['insufficient_balance']);
    const made = isHeld ? bank.refund(endToEndId, one.refundId, one.valueCents) : null;
    if (made) backs.push({ endToEndId, made, ...endsOf(charge, one) });
    else events.publish(failed(charge, one));
  }

  /** The bank's own; sometimes charges does not know yet which charge it is of. */
  function takeBack(which: number, much: number): void {
    const payment = pick(payments, which);
    if (!payment) return;
    const { charge, kind } = payment;
    const { endToEndId } = charge;
    const valueCents = 1 + (much % PAID_CENTS[kind]);
    const made = bank.takeBack(endToEndId, valueCents);
    if (!made) return;
    const isNamed = kind !== 'UNKNOWN_TXID' && much % 3 > 0;
    const message = { returnId: randomUUID(), valueCents, bankReturnId: made.id };
    const record = returned(isNamed ? charge : { endToEndId }, message);
    backs.push({ endToEndId, made, whenSettled: () => record });
  }

  function settle({ endToEndId, made, whenSettled }: Back): void {
    if (bank.settle(endToEndId, made) && whenSettled) events.publish(whenSettled());
  }

  /** Settles what is under way, or a refund or return of the bank that had failed. */
  function end(which: number): void {
    const open = backs.filter(({ made }) => made.status !== 'SETTLED');
    const back = pick([...open, ...underWay(ownReturns())], which);
    if (back) settle(back);
  }

  function fail(which: number): void {
    const back = pick(underWay([...ownReturns(), ...backs]), which);
    if (!back) return;
    back.made.status = 'FAILED';
    if (back.whenFailed) events.publish(back.whenFailed());
  }

  async function resolve(decision: 'CREDIT' | 'REFUND', which: number): Promise<void> {
    const exceptionId = pick(exceptions(), which)?.exceptionId;
    if (exceptionId === undefined) return;
    const deciding = decide(exceptionId, decision, accountId);
    await allowed(deciding, ['not_found', 'already_decided', 'return_under_way']);
  }

  async function finishRound(): Promise<boolean> {
    for (const back of underWay([...backs, ...ownReturns()])) settle(back);
    await events.deliverAll();
    await trackReturns();
    const states = await Promise.all(exceptions().map(({ exceptionId }) => stateOf(exceptionId)));
    return states.every((state) => state.resolution !== 'REFUNDING');
  }

  return {
    pay,
    steps: {
      refund,
      'bank returns': takeBack,
      'bank settles': end,
      'bank fails': fail,
      credit: (which: number) => resolve('CREDIT', which),
      'send back': (which: number) => resolve('REFUND', which),
      deliver: events.deliverSome,
      repeat: events.repeat,
      track: () => trackReturns(),
      outage: (which: number) => (which % 2 === 0 ? bank.goDown() : bank.comeBack()),
    },
    deliverAll: events.deliverAll,
    /** The bank ends everything, and everything is delivered. */
    async finish(): Promise<void> {
      bank.comeBack();
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
    /** How often each payment in suspense was returned by us. */
    timesSentBack: (): number[] =>
      exceptions().map(
        ({ charge }) =>
          bank.suspenseReturns(charge.endToEndId).filter(({ status }) => status === 'SETTLED')
            .length,
      ),
  };
}

export type StepName = keyof ReturnType<typeof moneyHistory>['steps'];

/** One that is paid out after it had failed is published as a return under its id. */
function endsOf(charge: Paid, one: { readonly refundId: string; readonly valueCents: number }) {
  let hasFailed = false;
  const bankReturnId = one.refundId.replaceAll('-', '');
  return {
    whenSettled: () =>
      hasFailed
        ? returned(charge, { returnId: randomUUID(), valueCents: one.valueCents, bankReturnId })
        : settled(charge, one),
    whenFailed: () => {
      hasFailed = true;
      return failed(charge, one);
    },
  };
}

function underWay(backs: readonly Back[]): readonly Back[] {
  return backs.filter(({ made }) => made.status === 'PROCESSING');
}

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
