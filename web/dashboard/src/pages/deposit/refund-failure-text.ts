import type { Words } from '../../words/pt.ts';

type RefundFailure = { readonly failure: string | null; readonly failureCode: string | null };

/** Why a refund failed; the bank gives reasons of its own, which are shown as its words. */
export function refundFailureText(
  { failure, failureCode }: RefundFailure,
  words: Words,
): string | null {
  if (failure === null) return null;
  const known = failureCode === null ? undefined : words.deposit.refundFailures[failureCode];
  return known ?? words.deposit.refundFailureOfBank(failure);
}
