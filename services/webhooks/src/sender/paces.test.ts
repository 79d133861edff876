import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  FRESH,
  limitAt,
  openLanePaces,
  type Pace,
  paceAfter,
  type Signal,
  signalOf,
} from './paces.ts';

const NOW = { nowMs: 1_000, random: 0.5 };
const after = (signals: readonly Signal[], pace: Pace = FRESH) =>
  signals.reduce((current, signal) => paceAfter(current, signal, NOW), pace);
const times = (count: number, signal: Signal): Signal[] => Array(count).fill(signal);

test('quick responses raise the limit up to 64', () => {
  expect(after(times(3, 'quick')).limit).toBe(FRESH.limit + 3);
  expect(after(times(500, 'quick')).limit).toBe(64);
});

test('slow responses lower the limit, but never below two', () => {
  expect(after(times(2, 'slow')).limit).toBe(FRESH.limit - 2);
  expect(after(times(500, 'slow')).limit).toBe(2);
});

test('no response halves the limit', () => {
  expect(after(['unanswered']).limit).toBe(FRESH.limit / 2);
});

test('after five attempts without a response there is a rest, then room for one probe', () => {
  expect(after(times(4, 'unanswered')).restUntilMs).toBeNull();
  const resting = after(times(5, 'unanswered'));
  expect(limitAt(resting, NOW.nowMs)).toBe(0);
  expect(limitAt(resting, NOW.nowMs + 1_000)).toBe(1);
});

test('rests grow, but not beyond 36 seconds', () => {
  /** The rest after so many attempts without a response, each made when the one before was over. */
  const rest = (count: number, random: number) => {
    let nowMs = 0;
    let pace = FRESH;
    for (let attempts = 1; attempts < count; attempts += 1) {
      pace = paceAfter(pace, 'unanswered', { nowMs, random: 0.5 });
      nowMs = pace.restUntilMs ?? nowMs;
    }
    return (paceAfter(pace, 'unanswered', { nowMs, random }).restUntilMs ?? 0) - nowMs;
  };
  expect(rest(7, 0.5)).toBe(4_000);
  expect(rest(1_000, 0.999)).toBeLessThan(36_000);
  expect(rest(1_000, 0)).toBe(24_000);
});

test('attempts that were under way when the rest began do not make it longer', () => {
  const resting = after(times(5, 'unanswered'));
  expect(after(times(50, 'unanswered'), resting)).toEqual(resting);
});

test('one response ends the rest', () => {
  const back = after([...times(50, 'unanswered'), 'quick']);
  expect(back).toEqual({ limit: 2, unansweredInRow: 0, restUntilMs: null });
});

test('whatever happens, an endpoint that is not at rest has room for 1 to 64', () => {
  const signals = fc.array(fc.constantFrom<Signal>('quick', 'slow', 'unanswered'), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(signals, (history) => {
      const limit = limitAt(after(history), Number.MAX_SAFE_INTEGER);
      expect(limit).toBeGreaterThanOrEqual(1);
      expect(limit).toBeLessThanOrEqual(64);
    }),
  );
});

test('a response counts as quick when it took less than a second', () => {
  expect(signalOf(true, 999)).toBe('quick');
  expect(signalOf(true, 1_000)).toBe('slow');
  expect(signalOf(false, 1)).toBe('unanswered');
});

const FIRST = { attemptsDone: 0 };
const RETRY = { attemptsDone: 3 };
const endpointId = randomUUID();

/** After these signals: how many attempts may be under way. */
function limitsAfter(...signals: readonly (readonly [{ attemptsDone: number }, Signal])[]) {
  const paces = openLanePaces(
    () => 0,
    () => 0.5,
  );
  for (const [lane, signal] of signals) paces.learn({ ...lane, endpointId }, signal);
  const { firstAttempts, retries } = paces;
  return {
    fresh: firstAttempts.fresh,
    firstAttempts: firstAttempts.limitOf(endpointId),
    retries: retries.limitOf(endpointId),
  };
}

const unanswered = (lane: { attemptsDone: number }) =>
  Array.from({ length: 5 }, () => [lane, 'unanswered'] as const);

test('a receiver that answers no first attempt rests from those, not from retries', () => {
  const { fresh, firstAttempts, retries } = limitsAfter(...unanswered(FIRST));
  expect({ firstAttempts, retries }).toEqual({ firstAttempts: 0, retries: fresh });
});

test('a receiver that answers no retry rests from those, not from first attempts', () => {
  const { fresh, firstAttempts, retries } = limitsAfter(...unanswered(RETRY));
  expect({ firstAttempts, retries }).toEqual({ firstAttempts: fresh, retries: 0 });
});

test.each([
  ['a first attempt', FIRST],
  ['a retry', RETRY],
])('one answer to %s ends the rest from both', (_, lane) => {
  const { firstAttempts, retries } = limitsAfter(...unanswered(FIRST), ...unanswered(RETRY), [
    lane,
    'quick',
  ]);
  expect(firstAttempts).toBeGreaterThan(0);
  expect(retries).toBeGreaterThan(0);
});

test('answers to retries do not raise the limit of first attempts above that of an unknown receiver', () => {
  const quick = Array.from({ length: 5 }, () => [RETRY, 'quick'] as const);
  const { fresh, firstAttempts, retries } = limitsAfter([FIRST, 'quick'], ...quick);
  expect({ firstAttempts, retries }).toEqual({ firstAttempts: fresh + 1, retries: fresh + 5 });
});

test('a receiver that answers retries only gets its first attempts back', () => {
  const quick = Array.from({ length: 20 }, () => [RETRY, 'quick'] as const);
  const { fresh, firstAttempts } = limitsAfter(...unanswered(FIRST), ...quick);
  expect(firstAttempts).toBe(fresh);
});
