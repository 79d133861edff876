import { randomUUID } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { refundBankId } from '../src/domain/payment-return.ts';
import type { Ports } from '../src/ports.ts';
import { type Origin, type paidCharge, returned, returnFailed } from './ledger-under-test.ts';

export type Return = {
  /** Charges' id of it. */
  readonly returnId: string;
  readonly bankReturnId: string;
  readonly origin: Origin;
  readonly valueCents: number;
  /** Charges knows whose payment it is. */
  readonly isNamed: boolean;
  hasFailed: boolean;
  status: 'PROCESSING' | 'SETTLED' | 'FAILED';
};
/** As charges names it; without a charge it belongs to nobody. */
type NamedPayment = ReturnType<typeof paidCharge> | { readonly endToEndId: string };
type Payment = {
  readonly named: NamedPayment;
  readonly paidCents: number;
  readonly returns: Return[];
};

/**
 * What is true at the bank: payments and what goes back of them. Charges stands between it and the ledger: it asks for
 * each return once, and publishes how each ends.
 */
export function bankModel(publish: (record: EventRecord) => void) {
  const payments = new Map<string, Payment>();
  let isDown = false;

  const paymentOf = (endToEndId: string): Payment => {
    const payment = payments.get(endToEndId);
    if (!payment) throw new Error(`the bank knows no payment ${endToEndId}`);
    return payment;
  };
  const leftOf = (endToEndId: string): number => {
    const { paidCents, returns } = paymentOf(endToEndId);
    const alive = returns.filter(({ status }) => status !== 'FAILED');
    return alive.reduce((left, { valueCents }) => left - valueCents, paidCents);
  };
  const add = (endToEndId: string, asked: Omit<Return, 'status' | 'hasFailed'>): Return => {
    const isPossible = asked.valueCents <= leftOf(endToEndId);
    const status = isPossible ? 'PROCESSING' : 'FAILED';
    const made: Return = { ...asked, status, hasFailed: !isPossible };
    paymentOf(endToEndId).returns.push(made);
    // The bank's own that is not made was never there.
    if (!isPossible && asked.origin !== 'BANK')
      publish(returnFailed(named(endToEndId, made), made));
    return made;
  };
  const named = (endToEndId: string, { isNamed }: Return): NamedPayment =>
    isNamed ? paymentOf(endToEndId).named : { endToEndId };

  return {
    leftOf,
    goDown(): void {
      isDown = true;
    },
    comeBack(): void {
      isDown = false;
    },
    pay(payment: NamedPayment, paidCents: number): void {
      payments.set(payment.endToEndId, { named: payment, paidCents, returns: [] });
    },
    /** Returns some of a payment without being asked. */
    takeBack(endToEndId: string, valueCents: number, isNamed = true): Return {
      const returnId = randomUUID();
      const bankReturnId = `D${refundBankId(returnId)}`;
      return add(endToEndId, { returnId, bankReturnId, origin: 'BANK', valueCents, isNamed });
    },
    /** A refund that a client asked charges for and that the ledger holds. */
    refund(endToEndId: string, returnId: string, valueCents: number): Return {
      const bankReturnId = refundBankId(returnId);
      return add(endToEndId, {
        returnId,
        bankReturnId,
        origin: 'CLIENT',
        valueCents,
        isNamed: true,
      });
    },
    /** Also one that had failed, where so much is left. */
    settle(endToEndId: string, made: Return): void {
      if (made.status === 'FAILED' && made.valueCents > leftOf(endToEndId)) return;
      made.status = 'SETTLED';
      publish(returned(named(endToEndId, made), made));
    },
    fail(endToEndId: string, made: Return): void {
      Object.assign(made, { status: 'FAILED', hasFailed: true });
      if (made.origin !== 'BANK') publish(returnFailed(named(endToEndId, made), made));
    },
    returnsOf: (endToEndId: string): readonly Return[] => paymentOf(endToEndId).returns,
    /** Those that an operator decided, in order. */
    suspenseReturns: (endToEndId: string): readonly Return[] =>
      paymentOf(endToEndId).returns.filter(({ origin }) => origin === 'OPERATOR'),
    /** Everything that was paid and has not gone back. */
    moneyCents(): number {
      return [...payments.values()].reduce(
        (sum, { paidCents, returns }) =>
          returns.reduce(
            (left, { status, valueCents }) => (status === 'SETTLED' ? left - valueCents : left),
            sum + paidCents,
          ),
        0,
      );
    },
    /** As charges: once however often it is called. */
    async returnPayment(asked: Parameters<NonNullable<Ports['returnPayment']>>[0]): Promise<void> {
      const { returnId, endToEndId, valueCents } = asked;
      if (isDown) throw new AppError('UNAVAILABLE', 'Charges is down');
      if (paymentOf(endToEndId).returns.some((one) => one.returnId === returnId)) return;
      const bankReturnId = `S${refundBankId(returnId)}`;
      add(endToEndId, { returnId, bankReturnId, origin: 'OPERATOR', valueCents, isNamed: true });
    },
    async returnedAtBank(endToEndId: string): Promise<number> {
      return paymentOf(endToEndId).paidCents - leftOf(endToEndId);
    },
  };
}
