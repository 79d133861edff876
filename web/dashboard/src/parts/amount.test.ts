import { centsOfPasted, centsOfTyped } from './amount.ts';

test.each([
  ['5', 5],
  ['R$ 0,50', 50],
  ['R$ 1.234,567', 1_234_567],
  ['', null],
  ['R$ 0,0', null],
  ['١٢', 12],
  ['abc', null],
  ['9999999999999', 999_999_999_999],
])('typing fills the amount from the right: %s', (text, cents) => {
  expect(centsOfTyped(text)).toBe(cents);
});

test.each([
  ['R$ 1.234,56', 123_456],
  ['R$ 1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1234.56', 123_456],
  ['1234,5', 123_450],
  ['1234', 123_400],
  ['1.234', 123_400],
  ['1,234', 123_400],
  ['1.234.567', 123_456_700],
  [',50', 50],
  ['0,01', 1],
  ['12,', 1_200],
  ['١٢', 1_200],
  ['9.999.999.999,99', 999_999_999_999],
])('a pasted amount is read as reais: %s', (text, cents) => {
  expect(centsOfPasted(text)).toBe(cents);
});

test.each(['', 'abc', '-5', '1.2.3', '1,2345', '1.23,456.7', '12a', '1e3', '99.999.999.999,99'])(
  'what is no amount is refused, not guessed: %s',
  (text) => {
    expect(centsOfPasted(text)).toBeNull();
  },
);
