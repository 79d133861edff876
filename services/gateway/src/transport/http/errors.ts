import { AppError } from '@entrada/platform/errors/app-error';
import { HTTP_STATUS } from '@entrada/platform/errors/http-status';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { isQuota } from '../../domain/quota.ts';
import { problemsOf, withProblems } from './field-problems.ts';
import { tellQuota } from './quota-headers.ts';

type BodyParserError = { readonly type?: unknown; readonly status?: unknown };

/** What body-parser and the router throw, in our words. */
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

function malformed(): AppError {
  return new AppError('INVALID_ARGUMENT', 'Malformed HTTP request', { reason: 'bad_request' });
}

export const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'Not found', { reason: 'not_found' });
};

export function methodNotAllowed(...allowed: readonly string[]): RequestHandler {
  // Whatever can be got can also be asked for without its body.
  const all = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (_request, response) => {
    response.setHeader('Allow', all.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `Method not allowed, use ${allowed.join(' or ')}`);
  };
}

/** The one place an error becomes a reply. What we did not expect is logged and not shown. */
export function errorHandler({ log }: Runtime): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = toAppError(error, request);
    if (!known) log.error({ err: error, request_id: response.locals.requestId }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendError(response, known);
  };
}

function toAppError(error: unknown, { query }: Request): AppError | null {
  if (error instanceof AppError) return withProblems(error, 'after' in query ? 'after' : 'cursor');
  const { type, status } = error as BodyParserError;
  const known = typeof type === 'string' ? BODY_ERRORS[type] : undefined;
  if (known) return known();
  return typeof status === 'number' && status < 500 ? malformed() : null;
}

const MS = 1_000;
const RETRY_SOON_SECONDS = 1;
const RETRY_LATER_SECONDS = 60;

function sendError(response: Response, error: AppError | null): void {
  const status = error ? HTTP_STATUS[error.code] : 500;
  const retryAfter = retryAfterSeconds(status, error);
  if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
  if (isQuota(error?.cause)) tellQuota(response, error.cause);
  if (status === 401) response.setHeader('WWW-Authenticate', challengeFor(error));
  const details = error ? problemsOf(error) : undefined;
  // What was about to be sent may have said otherwise already.
  response
    .status(status)
    .type('json')
    .set('Cache-Control', 'no-store')
    .json({
      success: false,
      error: error?.message ?? 'Internal server error',
      code: codeOf(error),
      requestId: response.locals.requestId,
      ...(details ? { details } : {}),
    });
}

function codeOf(error: AppError | null): string {
  const code = error?.reason ?? 'internal_error';
  return SAME_HERE[code] ?? code;
}

/** A service's argument is a field of the request here, and too much is too much. */
const SAME_HERE: Readonly<Record<string, string>> = {
  invalid_argument: 'invalid_request',
  too_many_requests: 'rate_limited',
};

function retryAfterSeconds(status: number, error: AppError | null): number | null {
  if (error?.retryAfterMs !== undefined) return Math.max(1, Math.ceil(error.retryAfterMs / MS));
  if (status === 503 || error?.reason === 'idempotency_in_progress') return RETRY_SOON_SECONDS;
  return status === 429 ? RETRY_LATER_SECONDS : null;
}

function challengeFor(error: AppError | null): string {
  return error?.reason.endsWith('_api_key') ? 'Bearer' : 'Cookie realm="dashboard"';
}
