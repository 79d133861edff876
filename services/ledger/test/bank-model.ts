import { randomUUID } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { PaymentAtBank } from '../src/domain/audit-returns.ts';
import type { Ports, ReturnStatus } from '../src/ports.ts';

type Status = 'PROCESSING' | 'SETTLED' | 'FAILED';
export type Return = {
  readonly id: string;
  /** Who asked for it: the bank itself, a client, or the ledger for what is in suspense. */
  readonly origin: 'BANK' | 'REFUND' | 'SUSPENSE';
  readonly valueCents: number;
  status: Status;
};
type Payment = { readonly paidCents: number; readonly returns: Return[] };
type Asked = Parameters<NonNullable<Ports['returnPayment']>>[0];

/** What is true at the bank: payments and what goes back of them, ours or its own. */
export function bankModel() {
  const payments = new Map<string, Payment>();
  let isDown = false;

  const paymentOf = (endToEndId: string): Payment => {
    const payment = payments.get(endToEndId);
    if (!payment) throw new Error(`the bank knows no payment ${endToEndId}`);
    return payment;
  };
  const find = (endToEndId: string, id: string) =>
    paymentOf(endToEndId).returns.find((one) => one.id === id);
  const leftOf = (endToEndId: string): number => {
    const { paidCents, returns } = paymentOf(endToEndId);
    const alive = returns.filter(({ status }) => status !== 'FAILED');
    return alive.reduce((left, { valueCents }) => left - valueCents, paidCents);
  };
  const add = (endToEndId: string, asked: Omit<Return, 'status'>): Return | null => {
    if (asked.valueCents > leftOf(endToEndId)) return null;
    const made: Return = { ...asked, status: 'PROCESSING' };
    paymentOf(endToEndId).returns.push(made);
    return made;
  };
  const statusOf = ({ status }: Return): ReturnStatus =>
    status === 'FAILED' ? { status, failure: 'refused' } : { status };

  return {
    leftOf,
    goDown(): void {
      isDown = true;
    },
    comeBack(): void {
      isDown = false;
    },
    pay(endToEndId: string, paidCents: number): void {
      payments.set(endToEndId, { paidCents, returns: [] });
    },
    /** Returns some of a payment without being asked; null where so much is not left. */
    takeBack(endToEndId: string, valueCents: number): Return | null {
      const id = `D${randomUUID().replaceAll('-', '')}`;
      return add(endToEndId, { id, origin: 'BANK', valueCents });
    },
    /** A refund that a client asked charges for. */
    refund: (endToEndId: string, refundId: string, valueCents: number): Return | null =>
      add(endToEndId, { id: refundId.replaceAll('-', ''), origin: 'REFUND', valueCents }),
    /** Also one that had failed, where so much is left; says whether it has. */
    settle(endToEndId: string, made: Return): boolean {
      const isPossible = made.status !== 'FAILED' || made.valueCents <= leftOf(endToEndId);
      if (isPossible) made.status = 'SETTLED';
      return isPossible;
    },
    /** Those that the ledger asked for, in order. */
    suspenseReturns: (endToEndId: string): Return[] =>
      paymentOf(endToEndId).returns.filter(({ origin }) => origin === 'SUSPENSE'),
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
    async returnPayment({ refundId, endToEndId, valueCents }: Asked): Promise<ReturnStatus> {
      if (isDown) throw new AppError('UNAVAILABLE', 'The bank is down');
      const known = find(endToEndId, refundId);
      if (known && known.status !== 'FAILED' && known.valueCents !== valueCents) {
        throw new AppError('BAD_UPSTREAM', `return ${refundId} is of ${known.valueCents}`);
      }
      const made = known ?? add(endToEndId, { id: refundId, origin: 'SUSPENSE', valueCents });
      return made ? statusOf(made) : { status: 'FAILED', failure: 'not so much is left' };
    },
    async statusOfReturn({ refundId, endToEndId }: Asked) {
      const { status, valueCents } = find(endToEndId, refundId) ?? {};
      return { status: status ?? ('UNKNOWN' as const), valueCents: valueCents ?? 0 };
    },
    async find(endToEndId: string): Promise<PaymentAtBank> {
      const { paidCents, returns } = paymentOf(endToEndId);
      const alive = returns.filter(({ status }) => status !== 'FAILED');
      return {
        endToEndId,
        txid: null,
        paidCents,
        paidAt: new Date(),
        returns: alive.map(({ id, valueCents, status }) => ({
          id,
          valueCents,
          isSettled: status === 'SETTLED',
        })),
        unreadReturns: [],
      };
    },
  };
}
