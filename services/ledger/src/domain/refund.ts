import { available, type Posting, refunds, settlement } from './posting.ts';

/** A refund of a charge, on its way or at its end. */
export type Refund = {
  readonly refundId: string;
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string | null;
  readonly valueCents: number;
};

/** A refund as far as it is on the books. */
export type RefundOnBooks = {
  /** What was held for it; null: nothing. */
  readonly held: Refund | null;
  /** Settled without a hold: it was booked as a return of the bank. */
  readonly end: 'SETTLED' | 'FAILED' | null;
};

/** With its charge, so that it is also found if it was booked as a return by the bank. */
export type WantedRefund = { readonly refundId: string; readonly chargeId?: string };

/** Ids of refunds are UUIDs, at the bank without dashes. */
const REFUND_AT_BANK = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The id of the refund of ours that a return at the bank may belong to; null: none. */
export function refundIdAtBank(bankReturnId: string): string | null {
  return REFUND_AT_BANK.exec(bankReturnId)?.slice(1).join('-') ?? null;
}

/** What its transactions are named after where the bank pays out what had failed. */
export function afterFailure(refundId: string): string {
  return `${refundId} after its failure`;
}

/** Set aside, so that it cannot be spent while the bank returns it. */
export function holdPostings({ accountId, valueCents }: Refund): readonly Posting[] {
  return [available(accountId, -valueCents), refunds(accountId, valueCents)];
}

export function settlePostings({ accountId, valueCents }: Refund): readonly Posting[] {
  return [refunds(accountId, -valueCents), settlement(valueCents)];
}

export function releasePostings({ accountId, valueCents }: Refund): readonly Posting[] {
  return [refunds(accountId, -valueCents), available(accountId, valueCents)];
}

export function isSameRefund(one: Refund, other: Refund): boolean {
  return (
    one.accountId === other.accountId &&
    one.chargeId === other.chargeId &&
    one.valueCents === other.valueCents
  );
}
