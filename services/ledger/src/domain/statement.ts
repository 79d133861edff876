import type { MovementKind } from './posting.ts';

/** Where a list goes on; places stay good while rows are added. */
export type Place = { readonly at: Date; readonly id: string };

export type StatementEntry = {
  readonly id: string;
  readonly at: Date;
  readonly kind: MovementKind;
  readonly amountCents: number;
  readonly balanceCents: number;
  readonly paymentLinkId: string | null;
  readonly reference: string | null;
  /** Of a deposit; null for other kinds. */
  readonly valueCents: number | null;
  readonly feeCents: number | null;
  /** Of the charge; null where it has none. */
  readonly externalId: string | null;
};

export type StatementPage = {
  readonly entries: readonly StatementEntry[];
  /** Available balance right before the window, and right before its end. */
  readonly openingCents: number;
  readonly closingCents: number;
};

export type StatementQuery = {
  readonly accountId: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  readonly before: Place | null;
};
