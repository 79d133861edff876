/** A completed charge, as the charges service announced it. */
export type Deposit = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly valueCents: number;
  readonly feeCents: number;
  readonly paidCents: number;
};

/** A charge is credited once, whatever else is announced of it later and under whatever id. */
export class CreditedBefore extends Error {
  override readonly name = 'CreditedBefore';
  readonly deposit: Deposit;
  constructor(deposit: Deposit) {
    super('the charge is credited already');
    this.deposit = deposit;
  }
}

export type Posting = {
  readonly account: 'available' | 'suspense' | 'settlement' | 'fees';
  /** Whose balance moves; null for the platform's own accounts. */
  readonly holderId: string | null;
  readonly amountCents: number;
};

/** Why a deposit cannot be posted; null when it can. */
export function depositProblem({ valueCents, feeCents, paidCents }: Deposit): string | null {
  const amounts = [valueCents, feeCents, paidCents];
  if (!amounts.every(Number.isSafeInteger)) return 'an amount is not a safe integer';
  if (valueCents <= 0) return 'the value is not positive';
  if (feeCents < 0 || feeCents > valueCents) return 'the fee is not within the value';
  if (paidCents < valueCents) return 'less was paid than the value';
  return null;
}

/**
 * Every cent the bank received is placed: the credit, the fee, and a surplus in suspense. The
 * amounts sum to zero: money is moved, never made.
 */
export function depositPostings(deposit: Deposit): readonly Posting[] {
  const { accountId, valueCents, feeCents, paidCents } = deposit;
  const postings: Posting[] = [
    { account: 'settlement', holderId: null, amountCents: -paidCents },
    { account: 'fees', holderId: null, amountCents: feeCents },
    { account: 'available', holderId: accountId, amountCents: creditOf(deposit) },
    { account: 'suspense', holderId: accountId, amountCents: paidCents - valueCents },
  ];
  return postings.filter(({ amountCents }) => amountCents !== 0);
}

export function creditOf({ valueCents, feeCents }: Deposit): number {
  return valueCents - feeCents;
}
