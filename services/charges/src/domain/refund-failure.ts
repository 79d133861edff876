/** Why a refund failed, in our own words; any other text is what the bank said. */
export const RefundFailure = {
  InsufficientBalance: 'The balance does not cover it',
  BankRefused: 'The bank refused it',
  BankFailed: 'The bank could not return the money',
} as const;

const CODES: Readonly<Record<string, string>> = {
  [RefundFailure.InsufficientBalance]: 'insufficient_balance',
  [RefundFailure.BankRefused]: 'bank_refused',
  [RefundFailure.BankFailed]: 'bank_failed',
};

/** The word for programs; `bank_reason`: the failure is a text of the bank. */
export function refundFailureCode(failure: string | null): string | null {
  return failure === null ? null : (CODES[failure] ?? 'bank_reason');
}
