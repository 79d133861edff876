import { DAY_MS } from '@entrada/platform/time/units';
import fc from 'fast-check';
import { ATTEMPTS_MAX, delayBeforeNextAttempt, parseRetryAfter } from './attempt.ts';

const NOMINAL_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attemptsDone = fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 });
const NOW = new Date('2026-11-20T12:00:00Z');

test('every wait stays within a fifth of the published schedule', () => {
  fc.assert(
    fc.property(attemptsDone, unit, (done, random) => {
      const nominalMs = (NOMINAL_SECONDS[done - 1] ?? 0) * 1_000;
      const delayMs = delayBeforeNextAttempt(done, random) ?? Number.NaN;
      expect(delayMs).toBeGreaterThanOrEqual(nominalMs * 0.8 - 1);
      expect(delayMs).toBeLessThanOrEqual(nominalMs * 1.2 + 1);
    }),
  );
});

test('waits grow from attempt to attempt, whatever the random number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), unit, unit, (done, random, nextRandom) => {
      const delayMs = delayBeforeNextAttempt(done, random) ?? Number.NaN;
      expect(delayBeforeNextAttempt(done + 1, nextRandom)).toBeGreaterThan(delayMs);
    }),
  );
});

test('a receiver can ask for more time, up to a day, and never for less', () => {
  fc.assert(
    fc.property(attemptsDone, unit, fc.nat({ max: 10 * DAY_MS }), (done, random, askedForMs) => {
      const plainMs = delayBeforeNextAttempt(done, random) ?? Number.NaN;
      const askedMs = delayBeforeNextAttempt(done, random, askedForMs) ?? Number.NaN;
      expect(askedMs).toBeGreaterThanOrEqual(plainMs);
      expect(askedMs).toBeGreaterThanOrEqual(Math.min(askedForMs, DAY_MS));
      expect(askedMs).toBeLessThanOrEqual(Math.max(plainMs, DAY_MS));
    }),
  );
});

test('there are ten attempts and no eleventh', () => {
  expect(ATTEMPTS_MAX).toBe(10);
  fc.assert(
    fc.property(fc.integer({ min: ATTEMPTS_MAX, max: 1_000 }), unit, (done, random) => {
      expect(delayBeforeNextAttempt(done, random)).toBeNull();
    }),
  );
});

test.each([
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['', 0],
  [null, 0],
])('Retry-After %j asks for %d ms', (header, waitMs) => {
  expect(parseRetryAfter(header, NOW)).toBe(waitMs);
});

test('no Retry-After, however odd, asks for a negative or endless wait', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const waitMs = parseRetryAfter(header, NOW);
      expect(waitMs).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(waitMs)).toBe(true);
    }),
  );
});
