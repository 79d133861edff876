export type StatementEntry = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly amount: number;
  /** Available balance right after this entry. */
  readonly balance: number;
  readonly paymentLinkId: string | null;
  readonly description: string;
  /** Of a deposit; null for other kinds. */
  readonly value: number | null;
  readonly fee: number | null;
  readonly externalId: string | null;
};

/** Available balance right before the time window, and right before its end. */
export type StatementBounds = { readonly openingBalance: number; readonly closingBalance: number };
