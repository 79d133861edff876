import fc from 'fast-check';
import { type FeePlan, priceOf } from './fee.ts';
import { type Cents, parseCents } from './money.ts';

const VALUE_MAX_CENTS = 999_999_999_999;
const PLAN: FeePlan = {
  basisPoints: 100,
  fixedCents: 0,
  minCents: 0,
  maxCents: null,
  mode: 'DEDUCT',
};

const values = fc.integer({ min: 1, max: VALUE_MAX_CENTS }).map((value) => value as Cents);
const amounts = fc.integer({ min: 0, max: VALUE_MAX_CENTS });
const plans: fc.Arbitrary<FeePlan> = fc.record({
  basisPoints: fc.integer({ min: 0, max: 10_000 }),
  fixedCents: amounts,
  minCents: amounts,
  maxCents: fc.option(amounts),
  mode: fc.constantFrom('DEDUCT', 'ON_TOP'),
});

test('whatever the plan, credit + fee = value, and neither is negative', () => {
  fc.assert(
    fc.property(values, plans, (asked, plan) => {
      const { value, originalValue, fee } = priceOf(asked, plan);
      const credit = plan.mode === 'ON_TOP' ? originalValue : value - fee;
      expect(credit + fee).toBe(value);
      expect(originalValue).toBe(asked);
      expect(fee).toBeGreaterThanOrEqual(0);
      expect(fee).toBeLessThanOrEqual(value);
      expect(credit).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(value)).toBe(true);
      expect(Number.isSafeInteger(fee)).toBe(true);
    }),
  );
});

test('the share is rounded half up, exactly, for every value and rate', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 10_000 }), (asked, basisPoints) => {
      const { fee } = priceOf(asked, { ...PLAN, basisPoints });
      // Half up: fee - 1/2 <= share < fee + 1/2, in whole numbers.
      const twiceShare = 2n * BigInt(asked) * BigInt(basisPoints);
      expect((2n * BigInt(fee) - 1n) * 10_000n <= twiceShare).toBe(true);
      expect(twiceShare < (2n * BigInt(fee) + 1n) * 10_000n).toBe(true);
    }),
  );
});

test('a fee keeps to its least and highest, as far as the value allows', () => {
  fc.assert(
    fc.property(values, plans, (asked, plan) => {
      const { fee } = priceOf(asked, plan);
      expect(fee).toBeLessThanOrEqual(plan.maxCents ?? fee);
      if (fee < asked && fee !== plan.maxCents) {
        expect(fee).toBeGreaterThanOrEqual(plan.minCents);
      }
    }),
  );
});

test.each<[number, Partial<FeePlan>, number]>([
  [5000, {}, 50],
  [50, {}, 1],
  [49, {}, 0],
  [150, {}, 2],
  [149, {}, 1],
  [1, { fixedCents: 30 }, 1],
  [10_000, { fixedCents: 30 }, 130],
  [10_000, { minCents: 500 }, 500],
  [10_000, { maxCents: 70 }, 70],
  [10_000, { basisPoints: 10_000 }, 10_000],
  [VALUE_MAX_CENTS, { basisPoints: 9_999 }, 999_899_999_999],
])('the fee of %d cents under %j is %d', (asked, plan, fee) => {
  expect(priceOf(parseCents(asked), { ...PLAN, ...plan }).fee).toBe(fee);
});
