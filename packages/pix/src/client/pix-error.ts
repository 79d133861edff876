/**
 * Kinds of failure that a caller must distinguish. After `unavailable`, `timeout` or `bad-response` the
 * bank may still have executed the request. After `other-amount` it keeps an open charge that an earlier one made.
 */
export type PixErrorKind =
  | 'not-found'
  | 'rejected'
  | 'unavailable'
  | 'timeout'
  | 'bad-response'
  | 'other-amount';

/** The bank's own explanation of an error, kept as `cause` for the log. */
export type Problem = {
  readonly status: number;
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  /** The start of a response of unknown format. */
  readonly raw?: string;
  /** The bank's Retry-After. */
  readonly retryAfterMs?: number;
};

/** Statuses of a temporary condition, not of the request. */
export const COME_BACK_LATER: readonly number[] = [408, 425, 429];

export class PixError extends Error {
  override readonly name = 'PixError';
  readonly kind: PixErrorKind;

  constructor(kind: PixErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

const CIRCUIT_OPEN = Symbol('circuit open');

export function circuitOpenError(): PixError {
  return new PixError(
    'unavailable',
    'The bank failed repeatedly; the circuit is open',
    CIRCUIT_OPEN,
  );
}

/** True when the call was not sent because the circuit was open. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof PixError && error.cause === CIRCUIT_OPEN;
}

/** The bank's response, if there was one. */
export function problemOf(error: unknown): Problem | undefined {
  const cause = error instanceof PixError ? (error.cause as Problem | undefined) : undefined;
  return typeof cause === 'object' && typeof cause.status === 'number' ? cause : undefined;
}
