/**
 * Every way a call to the bank can fail, as far as a caller must tell them apart.
 * After `unavailable`, `timeout` or `bad-reply` the bank may still have done the work.
 */
export type PixErrorKind = 'not-found' | 'rejected' | 'unavailable' | 'timeout' | 'bad-reply';

/** The bank's own explanation of an error, kept as `cause` for the log. */
export type Problem = {
  readonly status: number;
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  /** The reply as it came, cut short, when it is of no shape we know. */
  readonly raw?: string;
  /** How long the bank asks us to stay away. */
  readonly retryAfterMs?: number;
};

/** Statuses that are about the moment, not about the request. */
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
  return new PixError('unavailable', 'The bank failed too often and is left alone', CIRCUIT_OPEN);
}

/** True when the call was never sent, because the bank failed too often just before. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof PixError && error.cause === CIRCUIT_OPEN;
}

/** What the bank answered, if it answered at all. */
export function problemOf(error: unknown): Problem | undefined {
  const cause = error instanceof PixError ? (error.cause as Problem | undefined) : undefined;
  return typeof cause === 'object' && typeof cause.status === 'number' ? cause : undefined;
}
