/** The platform itself, which holds what belongs to nobody yet. */
export const PLATFORM_ID = '00000000-0000-0000-0000-000000000000';

export type HolderAccount = 'available' | 'suspense' | 'owed' | 'refunds';
type SystemAccount = 'settlement' | 'fees';

/** What a holder has in its accounts. */
export type Balance = {
  readonly availableCents: number;
  readonly suspenseCents: number;
  /** What the bank took and the holder did not have; never below zero. */
  readonly owedCents: number;
  /** Held for refunds under way. */
  readonly heldCents: number;
};
export type OpenBalance = { -readonly [Field in keyof Balance]: number };

export const NO_BALANCE: Balance = {
  availableCents: 0,
  suspenseCents: 0,
  owedCents: 0,
  heldCents: 0,
};

export const BALANCE_OF = {
  available: 'availableCents',
  suspense: 'suspenseCents',
  owed: 'owedCents',
  refunds: 'heldCents',
} as const satisfies Record<HolderAccount, keyof Balance>;

/** A balance as entries carry it: a debt is a negative one. */
export function carried(account: HolderAccount, cents: number): number {
  return account === 'owed' ? 0 - cents : cents;
}

/** Moves one account, and returns its balance as the entry carries it. */
export function moveBalance(
  balance: OpenBalance,
  account: HolderAccount,
  amountCents: number,
): number {
  const field = BALANCE_OF[account];
  balance[field] += carried(account, amountCents);
  return carried(account, balance[field]);
}

/** One side of a movement. A holder's accounts have a holder, the platform's own books have none. */
export type Posting = {
  readonly account: HolderAccount | SystemAccount;
  readonly holderId: string | null;
  readonly amountCents: number;
};

export const MovementKind = {
  Deposit: 'DEPOSIT',
  Suspense: 'SUSPENSE',
  SuspenseCredit: 'SUSPENSE_CREDIT',
  SuspenseRefund: 'SUSPENSE_REFUND',
  RefundHold: 'REFUND_HOLD',
  RefundSettle: 'REFUND_SETTLE',
  RefundRelease: 'REFUND_RELEASE',
  /** The bank itself returned money of a payment, or made a refund that had failed. */
  BankReturn: 'BANK_RETURN',
  /** What a holder lacks for money that the bank took is added and owed. */
  OwedAdvance: 'OWED_ADVANCE',
  OwedRepayment: 'OWED_REPAYMENT',
} as const;
export type MovementKind = (typeof MovementKind)[keyof typeof MovementKind];

/** Money about to be moved. Its amounts sum to zero: money is moved, never made. */
export type Movement = {
  /** The same for the same event, so that none is ever booked twice. */
  readonly id: string;
  readonly kind: MovementKind;
  /** Whose chain it becomes part of. */
  readonly holderId: string;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
  readonly endToEndId: string | null;
  /** The refund, the exception or the return that it is about. */
  readonly reference: string | null;
  /** W3C trace id of the event; it says nothing about the money, so it is not part of the chain. */
  readonly traceId: string | null;
  readonly postings: readonly Posting[];
  /** The bank has the money already: what the holder lacks for it becomes owed. */
  readonly mayOwe?: true;
};

export function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents > 0;
}

export function settlement(amountCents: number): Posting {
  return { account: 'settlement', holderId: null, amountCents };
}

/** Held for refunds under way. */
export function refunds(holderId: string, amountCents: number): Posting {
  return { account: 'refunds', holderId, amountCents };
}

export function available(holderId: string, amountCents: number): Posting {
  return { account: 'available', holderId, amountCents };
}

export function suspense(holderId: string, amountCents: number): Posting {
  return { account: 'suspense', holderId, amountCents };
}

/** A negative amount is a debt that grows: what is owed is ours, not the holder's. */
export function owed(holderId: string, amountCents: number): Posting {
  return { account: 'owed', holderId, amountCents };
}

/**
 * What the id of a transaction, or of a decision about a payment in suspense, is derived from. What can happen once has
 * one id, so the database refuses the second.
 */
type MovementSubject =
  | 'deposit'
  | 'suspense'
  | 'resolution'
  | 'suspense-return'
  | 'refund-hold'
  | 'refund-release'
  | 'return'
  | 'owed-advance'
  | 'owed-repayment';
export type IdOf = (subject: MovementSubject, id: string) => string;
