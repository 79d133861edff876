import { available, type Posting, settlement } from './posting.ts';

/** A completed charge, as the charges service published it. */
export type Deposit = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly paymentLinkId: string;
  readonly endToEndId: string;
  readonly valueCents: number;
  readonly feeCents: number;
  readonly paidCents: number;
};

type Amounts = Pick<Deposit, 'valueCents' | 'feeCents' | 'paidCents'>;
/** `originalValueCents` is what the client asked for; the fee is in it or comes on top. */
type ClaimedAmounts = Amounts & { readonly originalValueCents: number };

/** Why a deposit cannot be booked; null when it can. */
export function depositProblem(claimed: ClaimedAmounts): string | null {
  const { valueCents, feeCents, paidCents, originalValueCents } = claimed;
  const amounts = [valueCents, feeCents, paidCents];
  if (!amounts.every(Number.isSafeInteger)) return 'an amount is not a safe integer';
  if (valueCents <= 0) return 'the value is not positive';
  if (feeCents < 0 || feeCents > valueCents) return 'the fee is not within the value';
  if (paidCents < valueCents) return 'less was paid than the value';
  if (![originalValueCents, originalValueCents + feeCents].includes(valueCents)) {
    return 'valueCents is neither originalValueCents nor originalValueCents + feeCents';
  }
  return null;
}

/** Exactly the value is booked; a surplus has an event of its own. */
export function depositPostings(deposit: Deposit): readonly Posting[] {
  const { accountId, valueCents, feeCents } = deposit;
  const postings: Posting[] = [
    settlement(-valueCents),
    { account: 'fees', holderId: null, amountCents: feeCents },
    available(accountId, creditOf(deposit)),
  ];
  return postings.filter(({ amountCents }) => amountCents !== 0);
}

export function creditOf({ valueCents, feeCents }: Amounts): number {
  return valueCents - feeCents;
}
