import { randomUUID } from 'node:crypto';
import { eventIdOf } from '@entrada/platform/events/event-id';
import { suspenseReturnId } from '../src/domain/suspense.ts';
import { idOf } from '../src/store/id-of.ts';
import type { LedgerAtBank } from './ledger-at-bank.ts';
import { completed, exceptional, paidCharge, returned } from './ledger-under-test.ts';

export type Kind = 'surplus' | 'underpaid' | 'unknown';

const SURPLUS = 700;

/**
 * A payment in suspense: what is beyond a deposit of 5000, a payment of a known account, or one of
 * nobody. Of the first the bank can return more than is in suspense.
 */
export async function suspendedAtBank(ledger: LedgerAtBank, kind: Kind) {
  const charge = paidCharge({ paidCents: 5000 + SURPLUS });
  const { endToEndId, accountId } = charge;
  const exceptionId = randomUUID();
  const about = { exceptionId, endToEndId, amountCents: SURPLUS };
  const { bank, deliver } = ledger;
  if (kind === 'surplus') {
    bank.pay(endToEndId, 5000 + SURPLUS);
    const surplus = { ...about, kind: 'EXCEPTION_KIND_OVERPAID' as const };
    await deliver(completed(charge), exceptional(charge, surplus));
  } else {
    bank.pay(endToEndId, SURPLUS);
    await deliver(exceptional(kind === 'underpaid' ? charge : null, about));
  }
  const named = kind === 'unknown' ? { endToEndId } : charge;
  const returnIdOf = (bankReturnId: string) =>
    eventIdOf('payment-return', `${endToEndId} ${bankReturnId}`);
  const asked = () => bank.suspenseReturns(endToEndId);
  return {
    exceptionId,
    asked,
    refund: () => ledger.decide(exceptionId, 'REFUND'),
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
    takenBack(valueCents: number, bankReturnId?: string) {
      const made = bank.takeBack(endToEndId, valueCents);
      if (!made) throw new Error('so much is not left');
      made.status = 'SETTLED';
      const event = returned(named, {
        returnId: randomUUID(),
        valueCents,
        bankReturnId: bankReturnId ?? made.id,
      });
      return () => deliver(event);
    },
    reported: (valueCents: number, bankReturnId: string) =>
      deliver(returned(named, { returnId: returnIdOf(bankReturnId), valueCents, bankReturnId })),
    /** Books that knew more asked for it, under the first id; these were restored since. */
    async askedBefore(valueCents: number) {
      const refundId = suspenseReturnId(exceptionId, 0, idOf);
      await bank.returnPayment({ refundId, endToEndId, valueCents });
    },
    /** The bank makes the first return that it refused. */
    async madeAfterAll() {
      const refused = asked().find((one) => one.status === 'FAILED');
      if (!refused || !bank.settle(endToEndId, refused)) throw new Error('nothing was refused');
    },
    /** The bank ends our return, and the ledger asks about it. */
    async ours(status: 'SETTLED' | 'FAILED') {
      const under = asked().find((one) => one.status === 'PROCESSING');
      if (!under) throw new Error('no return of ours is under way');
      under.status = status;
      await ledger.trackReturns();
    },
  };
}

export type SuspendedAtBank = Awaited<ReturnType<typeof suspendedAtBank>>;
