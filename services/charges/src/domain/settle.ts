import { type Charge, ChargeStatus, canMove, type Payment } from './charge.ts';
import { isOverdue } from './expiry.ts';

/** How a charge stands at the bank, as far as its payments do not say it. */
export const Standing = {
  Open: 'OPEN',
  /** Takes no more payments; whether it was paid enough, its payments say. */
  Paid: 'PAID',
  RemovedByUs: 'REMOVED_BY_US',
  RemovedByBank: 'REMOVED_BY_BANK',
  /** The bank did not say, or contradicts itself: only its payments count. */
  Unknown: 'UNKNOWN',
} as const;
export type Standing = (typeof Standing)[keyof typeof Standing];

/** What the bank says of a charge. */
export type Sighting = { readonly standing: Standing; readonly payments: readonly Payment[] };

export const ExceptionKind = {
  Overpaid: 'OVERPAID',
  Underpaid: 'UNDERPAID',
  DuplicatePayment: 'DUPLICATE_PAYMENT',
  PaidAfterCancel: 'PAID_AFTER_CANCEL',
  UnknownTxid: 'UNKNOWN_TXID',
} as const;
export type ExceptionKind = (typeof ExceptionKind)[keyof typeof ExceptionKind];

/** What one payment is to its charge; each cent of it completes the charge or is an exception. */
export type Receipt = {
  readonly payment: Payment;
  readonly completes: boolean;
  readonly exception: { readonly kind: ExceptionKind; readonly amountCents: number } | null;
};

export type Settlement = {
  readonly before: Charge;
  readonly charge: Charge;
  readonly receipts: readonly Receipt[];
  readonly at: Date;
};

/** True when a sighting may change anything: most say only that a charge still waits. */
export function isNews(charge: Charge, { standing, payments }: Sighting, now: Date): boolean {
  if (payments.length > 0) return true;
  return charge.status === ChargeStatus.Pending && statusUnpaid(charge, standing, now) !== null;
}

/** The usual case: the one payment that a charge waits for. Anything else is worth a second look. */
export function isPlain(charge: Charge, { payments }: Sighting): boolean {
  const [first] = payments;
  if (payments.length > 1) return false;
  if (first === undefined) return true;
  return canMove(charge.status, ChargeStatus.Completed) && first.paidCents === charge.value;
}

/**
 * What follows from what the bank says. Payments count before anything else, in the order they were
 * made; `payments` holds only those that no charge has received yet.
 */
export function settle(before: Charge, { standing, payments }: Sighting, at: Date): Settlement {
  const receipts: Receipt[] = [];
  let charge = before;
  for (const payment of inOrder(payments)) {
    if (payment.endToEndId === charge.endToEndId) continue;
    const receipt = receive(charge, payment);
    receipts.push(receipt);
    if (receipt.completes) charge = completed(charge, payment);
  }
  const end = charge.status === ChargeStatus.Pending ? statusUnpaid(charge, standing, at) : null;
  if (end) charge = { ...charge, status: end };
  return { before, charge, receipts, at };
}

function receive(charge: Charge, payment: Payment): Receipt {
  const { paidCents } = payment;
  const odd = (kind: ExceptionKind, amountCents = paidCents) => ({ kind, amountCents });
  if (!canMove(charge.status, ChargeStatus.Completed)) {
    const kind =
      charge.status === ChargeStatus.Canceled
        ? ExceptionKind.PaidAfterCancel
        : ExceptionKind.DuplicatePayment;
    return { payment, completes: false, exception: odd(kind) };
  }
  if (paidCents < charge.value) {
    return { payment, completes: false, exception: odd(ExceptionKind.Underpaid) };
  }
  const surplus = paidCents - charge.value;
  const exception = surplus > 0 ? odd(ExceptionKind.Overpaid, surplus) : null;
  return { payment, completes: true, exception };
}

function completed(charge: Charge, { endToEndId, paidAt }: Payment): Charge {
  return {
    ...charge,
    status: ChargeStatus.Completed,
    endToEndId,
    paidAt,
    paidLate: charge.status === ChargeStatus.Expired,
  };
}

/** Where a pending charge goes that is not paid, or null when it stays. */
function statusUnpaid(charge: Charge, standing: Standing, now: Date): ChargeStatus | null {
  const overdue = isOverdue(charge, now);
  switch (standing) {
    case Standing.RemovedByUs:
      return ChargeStatus.Canceled;
    case Standing.RemovedByBank:
      // Banks clear away what has expired.
      return overdue ? ChargeStatus.Expired : ChargeStatus.Canceled;
    case Standing.Open:
    case Standing.Paid:
      return overdue ? ChargeStatus.Expired : null;
    case Standing.Unknown:
      return null;
  }
}

function inOrder(payments: readonly Payment[]): readonly Payment[] {
  const unique = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  return [...unique.values()].sort(
    (a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.endToEndId < b.endToEndId ? -1 : 1),
  );
}
