import { randomUUID } from 'node:crypto';
import type { Signal } from '../domain/pace.ts';
import { openLanePaces } from './paces.ts';

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
