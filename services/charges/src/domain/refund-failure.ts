import { printable } from './unclear.ts';

export const FAILURE_CODES = [
  'insufficient_balance',
  'bank_refused',
  'bank_failed',
  'bank_reason',
  'bank_denied',
  'withdrawn',
] as const;

/** Why a refund failed: the code is for programs, the text for people. */
export type RefundFailure = {
  readonly code: (typeof FAILURE_CODES)[number];
  readonly text: string;
};

export const RefundFailure = {
  InsufficientBalance: { code: 'insufficient_balance', text: 'The balance does not cover it' },
  BankRefused: { code: 'bank_refused', text: 'The bank refused it' },
  BankFailed: { code: 'bank_failed', text: 'The bank could not return the money' },
  Withdrawn: { code: 'withdrawn', text: 'The ledger knows no such decision' },
  BankDenied: { code: 'bank_denied', text: 'The bank does not know the payment' },
} as const satisfies Record<string, RefundFailure>;

/** In the words of the bank; `otherwise` where it gave no reason. */
export function failureAtBank(reason: string | undefined, otherwise: RefundFailure): RefundFailure {
  return reason === undefined ? otherwise : { code: 'bank_reason', text: printable(reason) };
}
