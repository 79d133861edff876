import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import fc from 'fast-check';
import { BUCKETS, bucketBounds, isTimeZone } from './bucket-bounds.ts';

function bounds(from: string, to: string, tz: string, bucket: 'hour' | 'day' = 'day') {
  return bucketBounds({ from: new Date(from), to: new Date(to), bucket, tz });
}

function iso(dates: readonly Date[]): string[] {
  return dates.map((date) => date.toISOString().replace('.000Z', 'Z'));
}

function hoursIn(dates: readonly Date[]): number[] {
  return dates
    .slice(1)
    .map((end, index) => (end.getTime() - (dates[index]?.getTime() ?? 0)) / HOUR_MS);
}

test('a range is widened to whole days of the zone', () => {
  const days = bounds('2026-11-10T12:00:00Z', '2026-11-12T03:00:01Z', 'America/Sao_Paulo');
  expect(iso(days)).toEqual([
    '2026-11-10T03:00:00Z',
    '2026-11-11T03:00:00Z',
    '2026-11-12T03:00:00Z',
    '2026-11-13T03:00:00Z',
  ]);
});

test('a range that ends on a bound ends there', () => {
  const days = bounds('2026-11-10T03:00:00Z', '2026-11-11T03:00:00Z', 'America/Sao_Paulo');
  expect(iso(days)).toEqual(['2026-11-10T03:00:00Z', '2026-11-11T03:00:00Z']);
});

test.each([
  ['spring', '2026-03-07T12:00:00Z', '2026-03-09T12:00:00Z', [24, 23, 24]],
  ['autumn', '2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z', [24, 25, 24]],
])(
  'in New York, the day on which clocks change in %s has its own length',
  (_when, from, to, hours) => {
    expect(hoursIn(bounds(from, to, 'America/New_York'))).toEqual(hours);
  },
);

test('a day whose midnight was skipped begins at one', () => {
  // Clocks in São Paulo went from 23:59:59 to 01:00 until 2018.
  const days = bounds('2018-11-03T12:00:00Z', '2018-11-05T12:00:00Z', 'America/Sao_Paulo');
  expect(iso(days).slice(1, 3)).toEqual(['2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z']);
  expect(hoursIn(days)).toEqual([24, 23, 24]);
});

test('an hour that comes twice is two buckets, and one that is skipped is none', () => {
  const twice = bounds('2026-11-01T04:30:00Z', '2026-11-01T07:30:00Z', 'America/New_York', 'hour');
  expect(iso(twice)).toEqual([
    '2026-11-01T04:00:00Z',
    '2026-11-01T05:00:00Z',
    '2026-11-01T06:00:00Z',
    '2026-11-01T07:00:00Z',
    '2026-11-01T08:00:00Z',
  ]);
  const skipped = bounds(
    '2026-03-08T06:00:00Z',
    '2026-03-08T08:00:00Z',
    'America/New_York',
    'hour',
  );
  expect(hoursIn(skipped)).toEqual([1, 1]);
});

test('an hour whose beginning was skipped begins before clocks changed', () => {
  // Clocks in St. John's went from 00:01 to 01:01 until 2011.
  const hours = bounds('2004-04-04T03:31:00Z', '2004-04-04T05:00:00Z', 'America/St_Johns', 'hour');
  expect(iso(hours)).toEqual([
    '2004-04-04T03:30:00Z',
    '2004-04-04T04:30:00Z',
    '2004-04-04T05:30:00Z',
  ]);
});

test('hours and days of India begin at half past', () => {
  const from = '2026-11-10T18:45:00Z';
  expect(iso(bounds(from, '2026-11-10T19:40:00Z', 'Asia/Kolkata', 'hour'))).toEqual([
    '2026-11-10T18:30:00Z',
    '2026-11-10T19:30:00Z',
    '2026-11-10T20:30:00Z',
  ]);
  expect(iso(bounds(from, '2026-11-10T19:40:00Z', 'Asia/Kolkata'))).toEqual([
    '2026-11-10T18:30:00Z',
    '2026-11-11T18:30:00Z',
  ]);
});

test('in any zone, bounds rise, cover the range and begin no bucket too early', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const range = fc.record({
    from: fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    }),
    lengthMs: fc.integer({ min: 1, max: 5 * DAY_MS }),
    tz: fc.constantFrom(...zones),
    bucket: fc.constantFrom(...BUCKETS),
  });
  const holds = fc.property(range, ({ from, lengthMs, tz, bucket }) => {
    const to = new Date(from.getTime() + lengthMs);
    const found = bucketBounds({ from, to, bucket, tz });
    const times = found.map((date) => date.getTime());
    // Samoa once skipped a day, and clocks may change by half an hour or two hours.
    const longest = bucket === 'day' ? 2 * DAY_MS : 2 * HOUR_MS;
    expect(hoursIn(found).every((hours) => hours > 0 && hours * HOUR_MS <= longest)).toBe(true);
    expect(times[0]).toBeLessThanOrEqual(from.getTime());
    expect(times[1]).toBeGreaterThan(from.getTime());
    expect(times.at(-1)).toBeGreaterThanOrEqual(to.getTime());
    expect(times.at(-2)).toBeLessThan(to.getTime());
  });
  fc.assert(holds, { numRuns: 2_000 });
});

test.each(['America/Sao_Paulo', 'UTC', 'Asia/Kolkata', 'Etc/GMT+3'])('%s is a zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each(['', 'Mars/Olympus', 'America/Sao Paulo', 'x'.repeat(64)])('%j is no zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});
