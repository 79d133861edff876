import type { FieldCode } from '@entrada/contracts/field-codes';
import type { Reason } from '@entrada/contracts/reasons';

export type { Reason };

/** The reason of an error that names none, which is also the list of codes. */
const REASON_OF = {
  INVALID_ARGUMENT: 'invalid_request',
  OUT_OF_RANGE: 'out_of_range',
  UNAUTHENTICATED: 'unauthenticated',
  PERMISSION_DENIED: 'permission_denied',
  NOT_FOUND: 'not_found',
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  CONFLICT: 'conflict',
  KEY_REUSED: 'conflict',
  TOO_LARGE: 'too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
  TOO_MANY_REQUESTS: 'rate_limited',
  BAD_UPSTREAM: 'unavailable',
  UNAVAILABLE: 'unavailable',
  TIMEOUT: 'timeout',
} as const satisfies Record<string, Reason>;

export type ErrorCode = keyof typeof REASON_OF;

/** A field of a request and what is wrong with it, as it reads after the field's name; never its value. */
export type FieldProblem = {
  readonly field: string;
  readonly message: string;
  /** For programs, which also translate it; none: `invalid`. */
  readonly code?: FieldCode | undefined;
};

/** All of an error that may leave the process. It has no cause: that is for our own logs. */
export type PublicError = {
  readonly code: ErrorCode;
  /** The stable word that API clients switch on, such as `not_found`. */
  readonly reason: Reason;
  readonly message: string;
  /** The fields that are wrong, where the error is about fields. */
  readonly fields: readonly FieldProblem[];
  /** When a retry can succeed, where that is known. */
  readonly retryAfterMs: number | undefined;
  /** What to do, where the message is fixed. It is not passed on between services. */
  readonly hint?: string | undefined;
};

type Options = {
  readonly reason?: Reason | undefined;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfterMs?: number | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
};

/** A failure that we expect and can name. Anything else that is thrown is a bug. */
export class AppError extends Error implements PublicError {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterMs: number | undefined;
  readonly hint: string | undefined;

  /** `message` is shown to API clients; details for operators go into `cause`. */
  constructor(
    code: ErrorCode,
    message: string,
    { reason, fields = [], retryAfterMs, hint, cause }: Options = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.reason = reason ?? REASON_OF[code];
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
    this.hint = hint;
  }
}

/** What the call gives; null where it names something that does not exist. */
export async function unlessNotFound<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
}

type FieldOptions = Pick<Options, 'hint' | 'reason'> & {
  readonly code?: ErrorCode;
  readonly problem?: FieldCode;
};

/** An error about one field: `fieldError('limit', 'must be between 1 and 200')`. */
export function fieldError(
  field: string,
  message: string,
  { code = 'INVALID_ARGUMENT', reason, hint, problem }: FieldOptions = {},
): AppError {
  const fields = [{ field, message, ...(problem && { code: problem }) }];
  return new AppError(code, `${field} ${message}`, { reason, hint, fields });
}

const CODES: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BAD_UPSTREAM']);

/** True when a dependency gave no usable reply, so that a later retry can succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && CODES.has(error.code);
}

/**
 * Runs a step for every item. An item whose step meets an unavailable dependency is left for the
 * next round; any other failure is thrown after all items were attempted.
 */
export async function eachUnlessUnavailable<Item>(
  items: readonly Item[],
  step: (item: Item) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(items.map(step));
  const failures = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }): unknown => reason)
    .filter((reason) => !isUnavailable(reason));
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${items.length} steps failed`);
  }
}

export function invalidCursor(field: string): AppError {
  const wanted = 'is invalid: send the nextCursor of the previous page, or leave it out';
  return fieldError(field, wanted, { reason: 'invalid_cursor' });
}

/** Where the call is about what was read. */
export function invalidRequiredCursor(field: string): AppError {
  const wanted = 'is invalid: send the nextCursor of the last page that you have handled';
  return fieldError(field, wanted, { reason: 'invalid_cursor' });
}
