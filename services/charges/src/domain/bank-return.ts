export const ReturnStatus = {
  Processing: 'PROCESSING',
  Settled: 'SETTLED',
  Failed: 'FAILED',
} as const;
export type ReturnStatus = (typeof ReturnStatus)[keyof typeof ReturnStatus];

/** Money that went back to the payer, or is on its way, as the bank lists it on the payment. */
export type ReportedReturn = {
  /** The id that it has at the bank. */
  readonly bankId: string;
  readonly valueCents: number;
  readonly status: ReturnStatus;
  /** Why, in the bank's words, such as `MED_FRAUDE`; empty where the bank does not say. */
  readonly natureza: string;
  readonly requestedAt: Date | null;
  readonly settledAt: Date | null;
};

/** What we know of a return at the bank, and whose it is. */
export type KnownReturn = {
  readonly endToEndId: string;
  readonly bankId: string;
  /** A client's refund, a return that the ledger asked for, or one that the bank made by itself. */
  readonly kind: 'REFUND' | 'REQUESTED' | 'BANK';
  /** Not known of what the ledger asked for. */
  readonly status: ReturnStatus | null;
  /** Of the bank's own: what was paid beyond the charge's value and went back first. */
  readonly surplusCents: number;
};

export type NewReturn = ReportedReturn & {
  readonly isNew: boolean;
  /** The bank makes a refund of ours that we have recorded as failed. */
  readonly afterFailure: boolean;
};

/** A payment whose money goes back. */
export type ReturnedPayment = {
  readonly endToEndId: string;
  readonly txid: string | null;
  readonly chargeId: string | null;
  /** It completed its charge; what it has beyond that is the surplus. */
  readonly completes: boolean;
  readonly surplusCents: number;
};

/** A return as it was found, and what of it is taken from the charge's own value. */
export type FoundReturn<Charge> = {
  readonly payment: ReturnedPayment;
  readonly charge: Charge | null;
  readonly chargeCents: number;
  readonly source: string;
  readonly at: Date;
};

/**
 * The returns that change something: the bank's own that we did not know or that have ended, also those
 * that it makes after they had failed, and refunds of ours that it makes after we recorded their failure.
 */
export function newReturns(
  reported: readonly ReportedReturn[],
  known: readonly KnownReturn[],
): readonly NewReturn[] {
  return reported.flatMap((one): NewReturn[] => {
    const same = known.filter(({ bankId }) => bankId === one.bankId);
    const recorded = same.find(({ kind }) => kind === 'BANK');
    const afterFailure = same.some(({ kind }) => kind === 'REFUND');
    if (recorded) return hasEnded(recorded, one) ? [{ ...one, isNew: false, afterFailure }] : [];
    if (one.status === ReturnStatus.Failed || same.some(isAskedFor)) return [];
    return [{ ...one, isNew: true, afterFailure }];
  });
}

function hasEnded(recorded: KnownReturn, { status }: ReportedReturn): boolean {
  if (recorded.status === ReturnStatus.Failed) return status === ReturnStatus.Settled;
  return recorded.status === ReturnStatus.Processing && status !== ReturnStatus.Processing;
}

/** By a client, whose refund is pursued on its own until it fails, or by the ledger. */
function isAskedFor({ kind, status }: KnownReturn): boolean {
  return kind === 'REQUESTED' || status !== ReturnStatus.Failed;
}

export type PlannedReturn = { readonly one: NewReturn; readonly chargeCents: number };

/** What each return takes from the charge's own value; a surplus goes back first. */
export function planReturns(
  payment: ReturnedPayment,
  reported: readonly ReportedReturn[],
  known: readonly KnownReturn[],
): readonly PlannedReturn[] {
  let leftCents = payment.surplusCents - surplusUsed(reported, known);
  return newReturns(reported, known).map((one) => {
    if (!payment.completes || one.status !== ReturnStatus.Settled) return { one, chargeCents: 0 };
    const surplusCents = Math.min(one.valueCents, Math.max(0, leftCents));
    leftCents -= surplusCents;
    return { one, chargeCents: one.valueCents - surplusCents };
  });
}

/** What of a surplus has gone back, by the bank's own returns and by those that the ledger asked for. */
function surplusUsed(reported: readonly ReportedReturn[], known: readonly KnownReturn[]): number {
  const requested = new Set(
    known.filter(({ kind }) => kind === 'REQUESTED').map(({ bankId }) => bankId),
  );
  const byLedger = reported
    .filter(({ bankId, status }) => requested.has(bankId) && status === ReturnStatus.Settled)
    .reduce((sum, { valueCents }) => sum + valueCents, 0);
  return known.reduce((sum, { surplusCents }) => sum + surplusCents, byLedger);
}
