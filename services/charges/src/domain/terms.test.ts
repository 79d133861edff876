import fc from 'fast-check';
import {
  type Cents,
  changed,
  DEPLOYMENTS_OWN,
  type FeePlan,
  inForceAt,
  nextAfter,
  type OwnTerms,
  parseCents,
  priceOf,
  type TermsVersion,
  termsOf,
  withinLimits,
} from './terms.ts';

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
    { examples: [[0], [-0], [-1], [1.5], [2 ** 53], [Number.NaN], ['5000'], [null]] },
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

const DEPLOYMENT = {
  feePlan: { basisPoints: 100, fixedCents: 0, minCents: 0, maxCents: 10_000, mode: 'DEDUCT' },
  limits: { minCents: 10, maxCents: 1_000_000 },
} as const;

function versionOf(version: number, from: number, own: Partial<OwnTerms> = {}): TermsVersion {
  const decided = { operator: 'ana', reason: 'why', setAt: new Date(0) };
  const changes = Object.keys(own) as (keyof OwnTerms)[];
  return { ...DEPLOYMENTS_OWN, ...own, version, from: new Date(from), ...decided, changes };
}

test('the version with the latest time that has come holds, and of two the one set later', () => {
  const versions = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 10 });
  fc.assert(
    fc.property(versions, fc.integer({ min: -1, max: 21 }), (times, at) => {
      const all = times.map((from, index) => versionOf(index + 1, from));
      const found = inForceAt(all, new Date(at));
      for (const other of all) {
        if (other.from.getTime() > at) continue;
        expect(found).not.toBeNull();
        const isLater = other.from > (found?.from ?? 0);
        const isNewer =
          Number(other.from) === Number(found?.from) && other.version > (found?.version ?? 0);
        expect(isLater || isNewer).toBe(false);
      }
      const next = nextAfter(all, new Date(at));
      const coming = times.filter((from) => from > at);
      expect(next?.from.getTime()).toBe(coming.length > 0 ? Math.min(...coming) : undefined);
    }),
  );
});

test('a scheduled version keeps what is changed before its time comes, and changes what it names', () => {
  const scheduled = versionOf(1, 10, { feeBasisPoints: 50 });
  const limit = versionOf(2, 5, { valueMaxCents: 700 });
  const back = versionOf(3, 20, { feeBasisPoints: null });
  const at = (time: number) => inForceAt([back, limit, scheduled], new Date(time));
  expect(at(5)).toMatchObject({ version: 2, feeBasisPoints: null, valueMaxCents: 700 });
  expect(at(10)).toMatchObject({ version: 1, feeBasisPoints: 50, valueMaxCents: 700 });
  expect(at(20)).toMatchObject({ version: 3, feeBasisPoints: null, valueMaxCents: 700 });
});

test('an account narrows the deployment’s limits and never widens them', () => {
  const own = versionOf(1, 0, { valueMinCents: 1, valueMaxCents: 9_999_999 });
  expect(termsOf(own, DEPLOYMENT).limits).toEqual(DEPLOYMENT.limits);
  const narrow = versionOf(1, 0, { valueMinCents: 500, valueMaxCents: 600 });
  expect(termsOf(narrow, DEPLOYMENT).limits).toEqual({ minCents: 500, maxCents: 600 });
});

test('what is given replaces, what is null goes back to the deployment, and the rest stays', () => {
  const before = versionOf(3, 0, { feeBasisPoints: 50, valueMaxCents: 700 });
  expect(changed(before, { feeBasisPoints: null, feeMode: 'ON_TOP' }, DEPLOYMENT)).toEqual({
    ...DEPLOYMENTS_OWN,
    feeMode: 'ON_TOP',
    valueMaxCents: 700,
  });
});

test.each([
  [{ feeBasisPoints: 10_001 }, 'feeBasisPoints'],
  [{ feeBasisPoints: -1 }, 'feeBasisPoints'],
  [{ feeFixedCents: 1.5 }, 'feeFixedCents'],
  [{ feeMinCents: 10_001 }, 'feeMinCents'],
  [{ feeMinCents: 9, feeMaxCents: 8 }, 'feeMinCents'],
  [{ valueMinCents: 9 }, 'valueMinCents'],
  [{ valueMaxCents: 1_000_001 }, 'valueMaxCents'],
  [{ valueMinCents: 60, valueMaxCents: 50 }, 'valueMaxCents'],
])('%j is refused at its field', (change, field) => {
  expect(() => changed(DEPLOYMENTS_OWN, change, DEPLOYMENT)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
  );
});
