import { failureAtBank, RefundFailure } from './payment-return.ts';

test('a reason of the bank has the code bank_reason, even if it equals a text of ours; without a reason the given failure is used', () => {
  const { BankRefused } = RefundFailure;

  expect(failureAtBank(undefined, BankRefused)).toBe(BankRefused);
  expect(failureAtBank(BankRefused.text, BankRefused)).toEqual({
    code: 'bank_reason',
    text: BankRefused.text,
  });
});
