import { failureAtBank, RefundFailure } from './refund-failure.ts';

test('what the bank says is its own reason, also in our words; without a reason the code says what it did', () => {
  const { BankRefused } = RefundFailure;

  expect(failureAtBank(undefined, BankRefused)).toBe(BankRefused);
  expect(failureAtBank(BankRefused.text, BankRefused)).toEqual({
    code: 'bank_reason',
    text: BankRefused.text,
  });
});
