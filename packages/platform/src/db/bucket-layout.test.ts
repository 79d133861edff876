import fc from 'fast-check';
import { storedDayOf } from '../time/stored-day.ts';
import { DAY_MS, HOUR_MS } from '../time/units.ts';
import { layoutOf } from './bucket-layout.ts';

const FIRST = Date.UTC(2026, 9, 30);
const QUARTER_MS = HOUR_MS / 4;
const DAYS = 6;

type Hour = { readonly at: number; readonly amount: number };

const bounds = fc
  .uniqueArray(fc.nat({ max: DAYS * 96 }), { minLength: 2, maxLength: 12 })
  .map((quarters) =>
    quarters.toSorted((a, b) => a - b).map((n) => new Date(FIRST + n * QUARTER_MS)),
  );
const hours = fc
  .array(fc.record({ n: fc.integer({ min: -48, max: (DAYS + 2) * 24 }), amount: fc.integer() }))
  .map((made) => made.map(({ n, amount }): Hour => ({ at: FIRST + n * HOUR_MS, amount })));

/** As the statement adds up what is stored. */
function addedUp(layout: ReturnType<typeof layoutOf>, found: readonly Hour[], buckets: number) {
  const sums: number[] = new Array(buckets).fill(0);
  const count = (kind: 'day' | 'edge', key: number, amount: number) => {
    for (const { bucket, sign } of layout.sharesOf(kind, key)) {
      const before = sums[bucket];
      if (before !== undefined) sums[bucket] = before + sign * amount;
    }
  };
  for (const { at, amount } of found) {
    const day = storedDayOf(new Date(at));
    const isRead = day >= layout.firstDay.getTime() && day < layout.endDay.getTime();
    if (isRead) count('day', day / 1_000, amount);
    for (const [index, { since, until }] of layout.edges.entries()) {
      if (at >= since.getTime() && at < until.getTime()) count('edge', index + 1, amount);
    }
  }
  return sums;
}

test('every hour is in the bucket in which it begins, once, wherever buckets begin', () => {
  fc.assert(
    fc.property(bounds, hours, (limits, found) => {
      const direct = limits.slice(0, -1).map((start, index) => {
        const end = limits[index + 1] ?? start;
        const own = found.filter(({ at }) => at >= start.getTime() && at < end.getTime());
        return own.reduce((sum, { amount }) => sum + amount, 0);
      });
      expect(addedUp(layoutOf(limits), found, limits.length - 1)).toEqual(direct);
    }),
    { numRuns: 500 },
  );
});

test('days that begin at midnight in Brasília are read as they are stored', () => {
  const days = [0, 1, 2].map((n) => new Date(FIRST + (3 + 24 * n) * HOUR_MS));
  expect(layoutOf(days).edges).toEqual([]);
});

test('of any other days at most twelve hours are read for each', () => {
  for (let offset = 0; offset < 96; offset += 1) {
    const days = [0, 1].map((n) => new Date(FIRST + offset * QUARTER_MS + n * DAY_MS));
    for (const { since, until } of layoutOf(days).edges) {
      expect(until.getTime() - since.getTime()).toBeLessThanOrEqual(12 * HOUR_MS);
    }
  }
});
