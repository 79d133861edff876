import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { buildApp } from '../src/app.ts';
import { PLATFORM_ID } from '../src/domain/posting.ts';
import type { Ports } from '../src/ports.ts';
import { openStores } from '../src/store/stores.ts';
import { paidCharge } from './ledger-under-test.ts';

/** One of each kind of event, and many deposits of one holder. */
export async function bookBatch(pool: Pool, holderId: string): Promise<void> {
  const app = buildApp({ ...openStores(pool), now: () => new Date() } as Ports);
  const charges = Array.from({ length: 20 }, () => paidCharge());
  const facts = charges.map((deposit) => ({
    type: 'deposit' as const,
    deposit: { ...deposit, accountId: holderId },
    confirmedAt: new Date(),
    message: deposit,
    traceId: null,
  }));
  const ofNewcomer = { ...paidCharge(), accountId: randomUUID() };
  const newcomer = { ...facts[0], deposit: ofNewcomer, message: ofNewcomer } as (typeof facts)[0];
  const refund = failedRefund(holderId);
  const exceptionId = randomUUID();
  const ofNobody = { endToEndId: paidCharge().endToEndId, chargeId: null, paymentLinkId: null };
  const suspended = {
    type: 'suspense' as const,
    payment: {
      ...ofNobody,
      exceptionId,
      kind: 'UNKNOWN_TXID' as const,
      amountCents: 700,
      holderId: PLATFORM_ID,
    },
    message: { exceptionId },
    traceId: null,
  };
  const returnId = randomUUID();
  const names = { ...ofNobody, returnId, bankReturnId: 'D1', accountId: null };
  const returned = {
    type: 'returned' as const,
    paymentReturn: { ...names, origin: 'BANK' as const, valueCents: 700 },
    message: { returnId },
    traceId: null,
  };
  await openStores(pool).transact((books) =>
    app.bookEvents(books, [...facts, newcomer, refund, suspended, returned]),
  );
}

/** Each of a charge of its own; none of them was held. */
export async function bookRefunds(pool: Pool, holderId: string, count: number): Promise<void> {
  const app = buildApp({ ...openStores(pool), now: () => new Date() } as Ports);
  const refunds = Array.from({ length: count }, () => failedRefund(holderId));
  await openStores(pool).transact((books) => app.bookEvents(books, refunds));
}

function failedRefund(accountId: string) {
  const returnId = randomUUID();
  const names = { returnId, bankReturnId: returnId, origin: 'CLIENT' as const };
  return {
    type: 'return-failed' as const,
    paymentReturn: { ...paidCharge(), ...names, accountId, valueCents: 1 },
    message: { returnId },
    traceId: null,
  };
}
