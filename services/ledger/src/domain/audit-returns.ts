import { counted } from '@entrada/platform/text/counted';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Booking } from './book.ts';
import { returnTransactionId } from './payment-return.ts';
import { type IdOf, MovementKind } from './posting.ts';
import type { Violation } from './violation.ts';

/** Money of a payment that the bank returned, or is about to. */
type ReturnAtBank = {
  /** The id under which it was asked for, ours or the bank's. */
  readonly id: string;
  readonly valueCents: number;
  readonly isSettled: boolean;
  /** Absent where the bank does not say. */
  readonly settledAt?: Date;
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
export function returnedOnBooks(booked: readonly Booking[]): number {
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
};

/** The transactions that book the returns of a payment, by the bank's ids of the returns. */
export function transactionIdsOf(
  { endToEndId, returns }: PaymentAtBank,
  idOf: IdOf,
): ReadonlyMap<string, string> {
  return new Map(
    returns.map(({ id: bankReturnId }) => [
      bankReturnId,
      returnTransactionId({ endToEndId, bankReturnId }, idOf),
    ]),
  );
}

/** What the bank has returned of a payment and the books do not have, or have otherwise. */
export function unbookedReturns(
  payment: PaymentAtBank,
  booked: readonly BookedReturn[],
  idOf: IdOf,
): readonly Violation[] {
  const ids = transactionIdsOf(payment, idOf);
  return payment.returns
    .filter(({ isSettled }) => isSettled)
    .flatMap(({ id, valueCents }) => {
      const cents = booked.find((one) => one.id === ids.get(id))?.valueCents ?? 0;
      if (cents === valueCents) return [];
      const subject = `bank, payment ${payment.endToEndId}, return ${id}`;
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
  { id, kind, reference, endToEndId, valueCents }: BookedReturn,
  payment: PaymentAtBank | null,
  idOf: IdOf,
): Violation | null {
  const ids = payment ? transactionIdsOf(payment, idOf) : new Map();
  const made = payment?.returns.find((one) => one.isSettled && ids.get(one.id) === id);
  const cents = made?.valueCents ?? 0;
  if (cents === valueCents) return null;
  const subject = `payment ${endToEndId ?? 'unknown'}, ${kind} ${reference}`;
  const expected = `${counted(valueCents, 'cent')} returned by the bank`;
  return { invariant: 'returns', subject, expected, found: `${cents}` };
}

/** A refund ends within seconds or, where the bank is down, within hours: after so long its hold is looked at. */
export const HOLD_OPEN_MAX_MS = DAY_MS;

/** What is held for a refund by all of its transactions: below zero where more was settled than held. */
export type HeldRefund = {
  readonly refundId: string;
  readonly chargeId: string;
  readonly at: Date;
  readonly heldCents: number;
};

export function holdStillOpen({ refundId, chargeId, at, heldCents }: HeldRefund): Violation {
  const subject = `charge ${chargeId}, refund ${refundId}`;
  const expected = `an end of the refund that is held since ${at.toISOString()}`;
  return { invariant: 'returns', subject, expected, found: `${counted(heldCents, 'cent')} held` };
}

export function settledUnheld({ refundId, chargeId, at, heldCents }: HeldRefund): Violation {
  const subject = `charge ${chargeId}, refund ${refundId}`;
  const expected = `a hold of what was settled at ${at.toISOString()}`;
  const found = `${counted(-heldCents, 'cent')} settled without one`;
  return { invariant: 'returns', subject, expected, found };
}
