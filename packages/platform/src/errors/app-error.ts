export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'OUT_OF_RANGE'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'BAD_UPSTREAM'
  | 'UNAVAILABLE'
  | 'TIMEOUT';

type Options = {
  readonly reason?: string | undefined;
  readonly cause?: unknown;
  readonly retryAfterMs?: number | undefined;
};

/** A failure we expect and can name. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** The stable word that API clients switch on, such as `charge_not_found`. */
  readonly reason: string;
  /** When it is worth asking again, where that is known. */
  readonly retryAfterMs: number | undefined;

  /** `message` is shown to API clients; put detail for operators in `cause`. */
  constructor(code: ErrorCode, message: string, { reason, cause, retryAfterMs }: Options = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.reason = reason ?? code.toLowerCase();
    this.retryAfterMs = retryAfterMs;
  }
}
