import type { Error as ErrorReply } from './gen/api.ts';

/** What the client itself reports; the rest are codes of the API. */
type ClientCode =
  /** No reply, so the request may have been carried out. */
  | 'network_error'
  /** No reply in time, so the request may have been carried out. */
  | 'client_timeout'
  /** The reply is not one of the API: a proxy, a login page, a wrong base URL. */
  | 'invalid_reply'
  /** The deposit expired or was canceled before it was paid. */
  | 'deposit_not_paid'
  | 'invalid_webhook'
  | 'webhook_time_out_of_range'
  | 'invalid_receipt';

type KnownCode = ErrorReply['code'] | ClientCode;
/** The known codes, for completion, and any code that a newer API may send. */
export type ErrorCode = KnownCode | (string & Record<never, never>);

export type FieldProblem = {
  readonly field: string;
  readonly message: string;
  /** What is wrong, for programs. */
  readonly code?: string | undefined;
};

type Facts = {
  readonly status?: number;
  readonly code: ErrorCode;
  readonly requestId?: string | undefined;
  readonly fields?: readonly FieldProblem[] | undefined;
  readonly hint?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
};

/** Every failure of a request, whether the API refused it or no reply arrived. */
export class EntradaError extends Error {
  override readonly name = 'EntradaError';
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Quote it to support. */
  readonly requestId: string | undefined;
  /** What is wrong with each field of the request. */
  readonly fields: readonly FieldProblem[];
  /** What to do, where the message does not say it. */
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Of the request that failed. A deposit or a refund repeated with it is not made twice; other calls ignore it. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: Facts) {
    super(message, { cause: facts.cause });
    this.status = facts.status ?? 0;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.fields = facts.fields ?? [];
    this.hint = facts.hint;
    this.retryAfterMs = facts.retryAfterMs;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
