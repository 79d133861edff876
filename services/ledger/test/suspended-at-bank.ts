import { randomUUID } from 'node:crypto';
import type { LedgerAtBank } from './ledger-at-bank.ts';
import { completed, exceptional, paidCharge } from './ledger-under-test.ts';

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

export type SuspendedAtBank = Awaited<ReturnType<typeof suspendedAtBank>>;
