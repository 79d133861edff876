import {
  AppError,
  type FieldProblem,
  type PublicError,
  type Reason,
} from '@entrada/platform/errors/app-error';
import { HTTP_STATUS } from '@entrada/platform/errors/grpc-status';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { type HintSources, hintFor } from './hints.ts';
import { contextOf } from './request-context.ts';

type BodyParserError = { readonly type?: unknown; readonly status?: unknown };

/** The errors of body-parser and the router that a client can cause. */
const BODY_ERRORS: Record<string, () => AppError> = {
  'entity.too.large': () => new AppError('TOO_LARGE', 'Request body is too large'),
  'encoding.unsupported': () =>
    unsupported('Content-Encoding is not supported, send the body uncompressed'),
  'request.aborted': () => invalidJson(),
  'request.size.invalid': () => invalidJson(),
};

export function invalidJson(message = 'Request body must be a JSON object'): AppError {
  return new AppError('INVALID_ARGUMENT', message, { reason: 'invalid_json' });
}

export function unsupported(message: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message);
}

export function badRequest(message = 'Malformed HTTP request'): AppError {
  return new AppError('INVALID_ARGUMENT', message, { reason: 'bad_request' });
}

export function pageNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Not found');
}

export const notFound: RequestHandler = () => {
  throw pageNotFound();
};

export function methodNotAllowed(...allowed: readonly string[]): RequestHandler {
  // Express answers HEAD wherever it answers GET.
  const all = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (_request, response) => {
    response.setHeader('Allow', all.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `Method not allowed, use ${allowed.join(' or ')}`);
  };
}

/** The one place where an error becomes a reply. An unexpected one is logged and not shown. */
export function errorHandler({ log }: Runtime, sources: HintSources): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = toAppError(error);
    if (!known)
      log.error({ err: error, request_id: contextOf(response).requestId }, 'request failed');
    const errorReason = known?.reason ?? 'internal_error';
    Object.assign(contextOf(response), { errorReason, errorCause: causeOf(error) });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const hint = known ? hintFor(known, request, response, sources) : undefined;
    sendError(response, known, hint);
  };
}

/** What another service, Redis or the bank said; nothing of it is for clients. */
function causeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause.message : undefined;
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { type, status } = error as BodyParserError;
  const known = typeof type === 'string' ? BODY_ERRORS[type] : undefined;
  if (known) return known();
  return typeof status === 'number' && status < 500 ? badRequest() : null;
}

/** The request may have been carried out, so only an Idempotency-Key makes a retry of a POST safe. */
const RETRY_SAFELY = 'retry; for a POST use the same Idempotency-Key';
/** What an API client can do. Services do not say it: their errors also reach other callers. */
const ADVICE: Partial<Record<Reason, string>> = {
  unavailable: RETRY_SAFELY,
  timeout: RETRY_SAFELY,
  auth_unavailable: 'retry',
  overloaded: 'retry soon',
  rate_limited: 'retry later',
};

function sendError(response: Response, error: PublicError | null, hint?: string): void {
  const status = error ? HTTP_STATUS[error.code] : 500;
  const retryAfter = retryAfterSeconds(status, error);
  if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
  if (status === 401) response.setHeader('WWW-Authenticate', challengeFor(error));
  // Headers of the reply that failed may be set already.
  response
    .status(status)
    .type('json')
    .set('Cache-Control', 'no-store')
    .json({
      success: false,
      error: error ? textOf(error) : 'Internal server error',
      code: error?.reason ?? 'internal_error',
      requestId: contextOf(response).requestId,
      ...(error && error.fields.length > 0 ? { details: error.fields.map(detailOf) } : {}),
      ...(hint === undefined ? {} : { hint }),
    });
}

function detailOf({ field, message, code = 'invalid' }: FieldProblem) {
  return { field, message, code };
}

function textOf({ message, reason }: PublicError): string {
  const advice = ADVICE[reason];
  return advice ? `${message.replace(/\.$/, '')}, ${advice}` : message;
}

const MS = 1_000;
const RETRY_SOON_SECONDS = 1;
const RETRY_LATER_SECONDS = 60;

function retryAfterSeconds(status: number, error: PublicError | null): number | null {
  if (error?.retryAfterMs !== undefined) return Math.max(1, Math.ceil(error.retryAfterMs / MS));
  if (status === 503 || error?.reason === 'idempotency_in_progress') return RETRY_SOON_SECONDS;
  return status === 429 ? RETRY_LATER_SECONDS : null;
}

function challengeFor(error: PublicError | null): string {
  const isAboutKey = error?.reason === 'missing_api_key' || error?.reason === 'invalid_api_key';
  return isAboutKey ? 'Bearer' : 'Cookie realm="dashboard"';
}
