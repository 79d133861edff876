import { EntradaError } from './entrada-error.ts';
import { outagePauseMs } from './long-poll.ts';

const refused = (retryAfterMs: number) =>
  new EntradaError('Too many requests', { status: 429, code: 'rate_limited', retryAfterMs });

test('a poll waits as long as the API asks, and at most an hour', () => {
  expect(outagePauseMs(refused(90_000), 0)).toBe(90_000);
  expect(outagePauseMs(refused(86_400_000), 0)).toBe(3_600_000);
});
