import { RefundFailure, refundFailureCode } from './refund-failure.ts';

test.each([
  [null, null],
  [RefundFailure.InsufficientBalance, 'insufficient_balance'],
  [RefundFailure.BankRefused, 'bank_refused'],
  [RefundFailure.BankFailed, 'bank_failed'],
  ['Conta encerrada', 'bank_reason'],
])('a refund that failed with %j has the code %j', (failure, code) => {
  expect(refundFailureCode(failure)).toBe(code);
});
