import fc from 'fast-check';
import { formatValor, parseDecimal, parseValor, VALUE_CENTS_MAX } from './amount.ts';

const cents = fc.integer({ min: 0, max: VALUE_CENTS_MAX });

test('every amount survives the way out and back', () => {
  fc.assert(fc.property(cents, (value) => parseValor(formatValor(value)) === value));
});

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [99, '0.99'],
  [100, '1.00'],
  [123_456, '1234.56'],
  [VALUE_CENTS_MAX, '9999999999.99'],
])('%d cents are written %s', (value, text) => {
  expect(formatValor(value)).toBe(text);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, VALUE_CENTS_MAX + 1])(
  '%d is refused as an amount in cents',
  (value) => {
    expect(() => formatValor(value)).toThrow(RangeError);
  },
);

test.each([
  '',
  '1',
  '1.0',
  '1.000',
  '.50',
  '1,00',
  '+1.00',
  '-1.00',
  '1e2',
  ' 1.00',
  '12345678901.00',
])('the strict reader refuses "%s"', (text) => {
  expect(() => parseValor(text)).toThrow(RangeError);
});

test.each([
  ['30', 3000],
  ['30.5', 3050],
  ['577.57', 57_757],
  ['0010.50', 1050],
])('the lenient reader takes %s as %d cents', (text, value) => {
  expect(parseDecimal(text)).toBe(value);
});

test.each(['', '.', '1.', '1.234', '1e21', '-1', '12345678901234'])(
  'the lenient reader refuses "%s"',
  (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  },
);
