import { randomUUID } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { PaymentAtBank } from '../src/domain/audit-returns.ts';
import type { Ports, ReturnStatus } from '../src/ports.ts';

type Status = 'PROCESSING' | 'SETTLED' | 'FAILED';
type Return = { readonly id: string; readonly valueCents: number; status: Status };
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
  const add = (endToEndId: string, id: string, valueCents: number): Return | null => {
    if (valueCents > leftOf(endToEndId)) return null;
    const made: Return = { id, valueCents, status: 'PROCESSING' };
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
      return add(endToEndId, `D${randomUUID().replaceAll('-', '')}`, valueCents);
    },
    /** A refund that a client asked charges for. */
    refund: (endToEndId: string, refundId: string, valueCents: number): Return | null =>
      add(endToEndId, refundId.replaceAll('-', ''), valueCents),
    /** Returns that the ledger asked for and that are under way. */
    ownUnderWay: (endToEndId: string): Return[] =>
      paymentOf(endToEndId).returns.filter(
        ({ id, status }) => !id.startsWith('D') && status === 'PROCESSING',
      ),
    returnsOf: (endToEndId: string): readonly Return[] => paymentOf(endToEndId).returns,
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
      if (known && known.valueCents !== valueCents) {
        throw new Error(`return ${refundId} was asked for ${known.valueCents}, now ${valueCents}`);
      }
      const made = known ?? add(endToEndId, refundId, valueCents);
      return made ? statusOf(made) : { status: 'FAILED', failure: 'not so much is left' };
    },
    async statusOfReturn({ refundId, endToEndId }: Asked) {
      return find(endToEndId, refundId)?.status ?? ('UNKNOWN' as const);
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
      };
    },
  };
}
