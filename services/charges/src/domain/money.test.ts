import fc from 'fast-check';
import { type Cents, parseCents, withinLimits } from './money.ts';

test('every positive safe integer is an amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (input) => {
      expect(parseCents(input)).toBe(input);
    }),
  );
});

test('anything else is refused with the specification’s words', () => {
  const wrong = fc
    .anything()
    .filter((input) => !(Number.isSafeInteger(input) && Number(input) > 0));
  fc.assert(
    fc.property(wrong, (input) => {
      expect(() => parseCents(input)).toThrow('value must be a positive integer (cents)');
    }),
  );
});

test('a value passes exactly when it is within the limits', () => {
  const amount = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(amount, amount, amount, (value, minCents, maxCents) => {
      const check = () => withinLimits(value as Cents, { minCents, maxCents });
      if (value >= minCents && value <= maxCents) expect(check()).toBe(value);
      else expect(check).toThrow(`value must be between ${minCents} and ${maxCents} cents`);
    }),
  );
});
