import fc from 'fast-check';
import {
  changed,
  DEPLOYMENTS_OWN,
  inForceAt,
  nextAfter,
  type OwnTerms,
  type TermsVersion,
  termsOf,
} from './terms.ts';

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
