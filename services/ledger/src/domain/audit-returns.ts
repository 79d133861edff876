import { counted } from '@entrada/platform/text/counted';
import type { Booked } from './book.ts';
import { MovementKind } from './posting.ts';
import type { Violation } from './violation.ts';

/** Money of a payment that the bank returned, or is about to. */
export type ReturnAtBank = {
  /** The id under which it was asked for, ours or the bank's. */
  readonly id: string;
  readonly valueCents: number;
  readonly isSettled: boolean;
};

/** A payment as the bank knows it. */
export type PaymentAtBank = {
  readonly endToEndId: string;
  /** Null where the payer used a bare key. */
  readonly txid: string | null;
  readonly paidCents: number;
  readonly paidAt: Date;
  /** Without those that the bank refused. */
  readonly returns: readonly ReturnAtBank[];
  /** What is wrong with returns of it that cannot be read. */
  readonly unreadReturns: readonly string[];
};

const RECEIVED: ReadonlySet<MovementKind> = new Set([MovementKind.Deposit, MovementKind.Suspense]);

/** What has gone back, or is held to go back, by the books of a charge or a payment. */
export function returnedOnBooks(booked: readonly Booked[]): number {
  let cents = 0;
  for (const { kind, lines } of booked) {
    if (RECEIVED.has(kind)) continue;
    for (const { account, amountCents } of lines) {
      if (account === 'settlement' || account === 'refunds') cents += amountCents;
    }
  }
  return cents;
}

/** Money that left the books towards a payer. */
export type BookedReturn = {
  readonly id: string;
  readonly at: Date;
  readonly kind: MovementKind;
  readonly reference: string;
  /** Null where the books do not name the payment. */
  readonly endToEndId: string | null;
  readonly valueCents: number;
  /** The ids that it may have at the bank; one that the bank refused first is asked for under another. */
  readonly bankIds: readonly string[];
};

/** What the bank has returned of a payment and the books do not have, or have otherwise. */
export function unbookedReturns(
  { endToEndId, returns }: PaymentAtBank,
  booked: readonly BookedReturn[],
): readonly Violation[] {
  return returns
    .filter(({ isSettled }) => isSettled)
    .flatMap(({ id, valueCents }) => {
      const cents = booked
        .filter(({ bankIds }) => bankIds.includes(id))
        .reduce((sum, one) => sum + one.valueCents, 0);
      if (cents === valueCents) return [];
      const subject = `bank, payment ${endToEndId}, return ${id}`;
      const expected = `${counted(valueCents, 'cent')} booked as returned`;
      return [{ invariant: 'returns' as const, subject, expected, found: `${cents}` }];
    });
}

/** A return that cannot be read may be money that left the bank. */
export function unreadReturns({ endToEndId, unreadReturns: problems }: PaymentAtBank): Violation[] {
  const subject = `bank, payment ${endToEndId}`;
  return problems.map((found) => ({
    invariant: 'returns' as const,
    subject,
    expected: 'returns that can be read',
    found,
  }));
}

/** A booked return that the bank has not made, or has made with another value; null when it has. */
export function unmadeReturn(
  { kind, reference, endToEndId, valueCents, bankIds }: BookedReturn,
  payment: PaymentAtBank | null,
): Violation | null {
  const made = (payment?.returns ?? []).filter(
    ({ id, isSettled }) => isSettled && bankIds.includes(id),
  );
  const cents = made.reduce((sum, one) => sum + one.valueCents, 0);
  if (cents === valueCents) return null;
  const subject = `payment ${endToEndId ?? 'unknown'}, ${kind} ${reference}`;
  const expected = `${counted(valueCents, 'cent')} returned by the bank`;
  return { invariant: 'returns', subject, expected, found: `${cents}` };
}
