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
  readonly end: 'SETTLED' | 'FAILED' | null;
};

/** What its transactions are named after where the bank pays out what had failed. */
export function afterFailure(refundId: string): string {
  return `${refundId} after its failure`;
}

/** Set aside, so that it cannot be spent while the bank returns it. */
export function holdPostings({ accountId, valueCents }: Refund): readonly Posting[] {
  return [available(accountId, -valueCents), refunds(valueCents)];
}

export function settlePostings({ valueCents }: Refund): readonly Posting[] {
  return [refunds(-valueCents), settlement(valueCents)];
}

export function releasePostings({ accountId, valueCents }: Refund): readonly Posting[] {
  return [refunds(-valueCents), available(accountId, valueCents)];
}

export function isSameRefund(one: Refund, other: Refund): boolean {
  return (
    one.accountId === other.accountId &&
    one.chargeId === other.chargeId &&
    one.valueCents === other.valueCents
  );
}
