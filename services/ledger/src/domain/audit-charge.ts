import { counted } from '@entrada/platform/text/counted';
import type { Booking } from './book.ts';
import { MovementKind } from './posting.ts';
import type { Violation } from './violation.ts';

/** A charge as the charges service keeps it. */
export type AuditedCharge = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly status: string;
  readonly valueCents: number;
  readonly feeCents: number;
  readonly payments: readonly AuditedPayment[];
  readonly refunds: readonly AuditedRefund[];
  /** Every status it had, oldest first. */
  readonly history: readonly string[];
};

export type AuditedPayment = { readonly endToEndId: string; readonly paidCents: number };
type AuditedRefund = { readonly id: string; readonly valueCents: number; readonly status: string };

const MOVES: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['COMPLETED', 'EXPIRED', 'CANCELED'],
  EXPIRED: ['COMPLETED'],
};

/** What the books say of a charge against what charges says of it. */
export function chargeProblems(
  charge: AuditedCharge,
  booked: readonly Booking[],
): readonly Violation[] {
  return [
    ...creditProblems(charge, booked),
    ...ownerProblems(charge, booked),
    ...charge.payments.flatMap((payment) =>
      paymentProblems(payment, booked, `charge ${charge.chargeId}`),
    ),
    ...unpaidProblems(charge, booked),
    ...charge.refunds.flatMap((refund) => refundProblems(charge, refund, booked)),
    ...unknownRefundProblems(charge, booked),
    ...historyProblems(charge),
  ];
}

/** The bank's payment is booked as a credit, in suspense, or both, and in full. */
export function paymentProblems(
  { endToEndId, paidCents }: AuditedPayment,
  booked: readonly Booking[],
  owner: string,
): readonly Violation[] {
  const bookedCents = booked
    .filter((one) => one.endToEndId === endToEndId && isReceived(one))
    .reduce((sum, one) => sum - amountOn(one, 'settlement'), 0);
  if (bookedCents === paidCents) return [];
  const subject = `${owner}, payment ${endToEndId}`;
  const [expected, found] = [`${counted(paidCents, 'cent')} booked`, `${bookedCents}`];
  return [{ invariant: 'I1', subject, expected, found }];
}

function creditProblems(charge: AuditedCharge, booked: readonly Booking[]): readonly Violation[] {
  const subject = `charge ${charge.chargeId}`;
  const credits = booked.filter(({ kind }) => kind === MovementKind.Deposit);
  const due = charge.status === 'COMPLETED' ? 1 : 0;
  if (credits.length !== due) {
    const expected = `${counted(due, 'credit')} of a charge that is ${charge.status}`;
    return [{ invariant: 'I1', subject, expected, found: `${credits.length}` }];
  }
  return credits.flatMap((credit) => {
    const creditedCents = amountOn(credit, 'available');
    const feeCents = amountOn(credit, 'fees');
    const dueCents = charge.valueCents - charge.feeCents;
    if (creditedCents === dueCents && feeCents === charge.feeCents) return [];
    const expected = `credit ${dueCents} = value ${charge.valueCents} - fee ${charge.feeCents}`;
    const found = `credit ${creditedCents} and fee ${feeCents}`;
    return [{ invariant: 'I4' as const, subject, expected, found }];
  });
}

function ownerProblems(charge: AuditedCharge, booked: readonly Booking[]): readonly Violation[] {
  const other = booked.find(({ holderId }) => holderId !== charge.accountId);
  if (!other) return [];
  const subject = `charge ${charge.chargeId}`;
  const [expected, found] = [`account ${charge.accountId}`, `account ${other.holderId}`];
  return [{ invariant: 'I7', subject, expected, found }];
}

function unpaidProblems(charge: AuditedCharge, booked: readonly Booking[]): readonly Violation[] {
  const paid = new Set(charge.payments.map(({ endToEndId }) => endToEndId));
  return booked
    .filter(({ endToEndId }) => endToEndId !== null && !paid.has(endToEndId))
    .map(({ endToEndId, kind }) => ({
      invariant: 'I1',
      subject: `charge ${charge.chargeId}, payment ${endToEndId}`,
      expected: `no ${kind}: charges knows of no such payment`,
      found: 'one booked',
    }));
}

function refundProblems(
  { chargeId }: AuditedCharge,
  refund: AuditedRefund,
  booked: readonly Booking[],
): readonly Violation[] {
  const own = booked.filter(({ reference }) => reference === refund.id);
  // What was settled without a hold is found in the books alone: see audit-returns.ts.
  const heldCents = Math.max(
    0,
    own.reduce((sum, one) => sum + amountOn(one, 'refunds'), 0),
  );
  const returnedCents = own.reduce((sum, one) => sum + amountOn(one, 'settlement'), 0);
  const dueReturned = refund.status === 'SETTLED' ? refund.valueCents : 0;
  const isOpen = refund.status === 'PROCESSING' && heldCents === refund.valueCents;
  if (returnedCents === dueReturned && (heldCents === 0 || isOpen)) return [];
  const subject = `charge ${chargeId}, refund ${refund.id}`;
  const expected = `${dueReturned} returned of a refund that is ${refund.status}`;
  const found = `${returnedCents} returned and ${heldCents} held`;
  return [{ invariant: 'I1', subject, expected, found }];
}

const OF_REFUNDS: ReadonlySet<MovementKind> = new Set([
  MovementKind.RefundHold,
  MovementKind.RefundSettle,
  MovementKind.RefundRelease,
]);

/** Money is held for, or left the books by, refunds that charges knows. */
function unknownRefundProblems(
  { chargeId, refunds }: AuditedCharge,
  booked: readonly Booking[],
): readonly Violation[] {
  const known = new Set(refunds.map(({ id }) => id));
  return booked
    .filter(({ kind, reference }) => OF_REFUNDS.has(kind) && !known.has(reference ?? ''))
    .map(({ kind, reference }) => ({
      invariant: 'I1',
      subject: `charge ${chargeId}, refund ${reference}`,
      expected: `no ${kind}: charges knows of no such refund`,
      found: 'one booked',
    }));
}

function historyProblems({ chargeId, status, history }: AuditedCharge): readonly Violation[] {
  const wrong = history.findIndex((next, index) => {
    const before = history[index - 1];
    return before === undefined ? next !== 'PENDING' : !MOVES[before]?.includes(next);
  });
  if (wrong === -1 && history.at(-1) === status) return [];
  const expected = 'moves along PENDING, EXPIRED, COMPLETED, CANCELED';
  const found = `${history.join(' to ')}, and now ${status}`;
  return [{ invariant: 'I9', subject: `charge ${chargeId}`, expected, found }];
}

function isReceived({ kind }: Booking): boolean {
  return kind === MovementKind.Deposit || kind === MovementKind.Suspense;
}

function amountOn({ lines }: Booking, account: string): number {
  return lines
    .filter((line) => line.account === account)
    .reduce((sum, line) => sum + line.amountCents, 0);
}
