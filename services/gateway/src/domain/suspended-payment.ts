/** A payment that completed no charge, and what was decided about it. */
export type SuspendedPayment = {
  readonly id: string;
  readonly kind: string;
  readonly value: number;
  /** What the bank took back of it by itself. */
  readonly returnedValue: number;
  readonly chargeId: string | null;
  readonly endToEndId: string;
  readonly suspendedAt: string;
  /** `OPEN` until an operator decides or the bank takes it back. */
  readonly status: string;
  /** Why the bank did not return it; null: it did not refuse. */
  readonly failure: string | null;
  /** Null: not reported by the bank. */
  readonly payer: { readonly name: string; readonly document: string } | null;
};
