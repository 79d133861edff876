import { type Charge, ChargeStatus, canMove, isOverdue, type Payment } from './charge.ts';

/** Status of the charge at the bank; payments are reported separately. */
export const BankStatus = {
  Open: 'OPEN',
  /** Takes no more payments; its payments show whether enough was paid. */
  Paid: 'PAID',
  RemovedByUs: 'REMOVED_BY_US',
  RemovedByBank: 'REMOVED_BY_BANK',
  /** The bank did not say, or contradicts itself: only its payments count. */
  Unknown: 'UNKNOWN',
} as const;
export type BankStatus = (typeof BankStatus)[keyof typeof BankStatus];

/** What the bank reports about a charge. */
export type BankReport = {
  readonly status: BankStatus;
  readonly payments: readonly Payment[];
  /** When charges detected that there may be news: it began to ask about this charge, or read a list. */
  readonly detectedAt?: Date;
};

export const ExceptionKind = {
  Overpaid: 'OVERPAID',
  Underpaid: 'UNDERPAID',
  DuplicatePayment: 'DUPLICATE_PAYMENT',
  PaidAfterCancel: 'PAID_AFTER_CANCEL',
  UnknownTxid: 'UNKNOWN_TXID',
} as const;
export type ExceptionKind = (typeof ExceptionKind)[keyof typeof ExceptionKind];

/** What one payment is to its charge; each cent of it completes the charge or is an exception. */
export type Allocation = {
  readonly payment: Payment;
  readonly completes: boolean;
  readonly exception: { readonly kind: ExceptionKind; readonly amountCents: number } | null;
};

export type Settlement = {
  readonly before: Charge;
  readonly charge: Charge;
  readonly allocations: readonly Allocation[];
  readonly at: Date;
} & Pick<BankReport, 'detectedAt'>;

/** True when a report may change the charge: most say only that it is still unpaid. */
export function isNews(charge: Charge, { status, payments }: BankReport, now: Date): boolean {
  if (payments.length > 0) return true;
  return charge.status === ChargeStatus.Pending && statusUnpaid(charge, status, now) !== null;
}

/** True without payments, or with the one exact payment; those of any other report are looked up a second time. */
export function isPlain(charge: Charge, { payments }: BankReport): boolean {
  const [first] = payments;
  if (payments.length > 1) return false;
  if (first === undefined) return true;
  return canMove(charge.status, ChargeStatus.Completed) && first.paidCents === charge.value;
}

/**
 * What follows from what the bank says. Payments count before anything else, in the order they were
 * made; `payments` holds only those that no charge has received yet.
 */
export function settle(
  before: Charge,
  { status, payments, ...report }: BankReport,
  at: Date,
): Settlement {
  const allocations: Allocation[] = [];
  let charge = before;
  for (const payment of inOrder(payments)) {
    if (payment.endToEndId === charge.endToEndId) continue;
    const allocation = receive(charge, payment);
    allocations.push(allocation);
    charge = { ...charge, receivedCents: charge.receivedCents + payment.paidCents };
    if (allocation.completes) charge = completed(charge, payment);
  }
  const end = charge.status === ChargeStatus.Pending ? statusUnpaid(charge, status, at) : null;
  if (end) charge = { ...charge, status: end };
  return { before, charge, allocations, at, ...report };
}

function receive(charge: Charge, payment: Payment): Allocation {
  const { paidCents } = payment;
  const exceptionOf = (kind: ExceptionKind, amountCents = paidCents) => ({ kind, amountCents });
  if (!canMove(charge.status, ChargeStatus.Completed)) {
    const kind =
      charge.status === ChargeStatus.Canceled
        ? ExceptionKind.PaidAfterCancel
        : ExceptionKind.DuplicatePayment;
    return { payment, completes: false, exception: exceptionOf(kind) };
  }
  if (paidCents < charge.value) {
    return { payment, completes: false, exception: exceptionOf(ExceptionKind.Underpaid) };
  }
  const surplus = paidCents - charge.value;
  const exception = surplus > 0 ? exceptionOf(ExceptionKind.Overpaid, surplus) : null;
  return { payment, completes: true, exception };
}

function completed(charge: Charge, payment: Payment): Charge {
  const { endToEndId, paidCents, paidAt, payer = null } = payment;
  return {
    ...charge,
    status: ChargeStatus.Completed,
    endToEndId,
    paidCents,
    paidAt,
    payer,
    paidLate: charge.status === ChargeStatus.Expired,
  };
}

/** New status of a pending charge that no payment completed; null: unchanged. */
function statusUnpaid(charge: Charge, status: BankStatus, now: Date): ChargeStatus | null {
  const overdue = isOverdue(charge, now);
  switch (status) {
    case BankStatus.RemovedByUs:
      return ChargeStatus.Canceled;
    case BankStatus.RemovedByBank:
      // Banks clear away what has expired.
      return overdue ? ChargeStatus.Expired : ChargeStatus.Canceled;
    case BankStatus.Open:
    // Closed by the bank although too little was paid.
    case BankStatus.Paid:
      return overdue ? ChargeStatus.Expired : null;
    case BankStatus.Unknown:
      return null;
  }
}

function inOrder(payments: readonly Payment[]): readonly Payment[] {
  const unique = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  return [...unique.values()].sort(
    (a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.endToEndId < b.endToEndId ? -1 : 1),
  );
}
