import type { Error as ErrorReply } from './gen/api.ts';

/** `network_error` and `client_timeout`: no reply, so the request may have been carried out. */
export type ErrorCode = ErrorReply['code'] | 'network_error' | 'client_timeout' | 'invalid_reply';

type Detail = { readonly field: string; readonly message: string };
type Facts = {
  /** 0 when there was no reply. */
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId?: string | undefined;
  readonly details?: readonly Detail[] | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
};

/** Every failure of a request, whether the API refused it or no reply arrived. */
export class EntradaError extends Error {
  override readonly name = 'EntradaError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string | undefined;
  /** What is wrong with each field of the request. */
  readonly details: readonly Detail[];
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: Facts) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs;
  }
}

const MS = 1_000;

/** The error that a reply reports; a proxy may have answered with something that is not ours. */
export function errorOfReply(response: Response, body: unknown): EntradaError {
  const { status, headers } = response;
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(after) ? after * MS : undefined;
  const { error, code, requestId, details } = (body ?? {}) as Partial<ErrorReply>;
  if (typeof error === 'string' && code) {
    return new EntradaError(error, { status, code, requestId, details, retryAfterMs });
  }
  const id = headers.get('x-request-id') ?? undefined;
  const problem = `The server answered with status ${status} and an unexpected body`;
  return new EntradaError(problem, { status, code: 'invalid_reply', requestId: id, retryAfterMs });
}
