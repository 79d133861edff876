import { AppError } from '@entrada/platform/errors/app-error';
import { HTTP_STATUS } from '@entrada/platform/errors/http-status';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';

type BodyParserError = { readonly type?: unknown; readonly status?: unknown };

/** What body-parser and the router throw, in our words. */
const BODY_ERRORS: Record<string, () => AppError> = {
  'entity.too.large': () => new AppError('TOO_LARGE', 'Request body is too large'),
  'entity.parse.failed': invalidJson,
  'encoding.unsupported': unsupported,
  'charset.unsupported': unsupported,
  'request.aborted': invalidJson,
  'request.size.invalid': invalidJson,
};

export function invalidJson(): AppError {
  return new AppError('INVALID_ARGUMENT', 'Request body must be a JSON object', {
    reason: 'invalid_json',
  });
}

function malformed(): AppError {
  return new AppError('INVALID_ARGUMENT', 'Malformed HTTP request', { reason: 'bad_request' });
}

export function unsupported(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
}

export const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'Not found', { reason: 'not_found' });
};

export function methodNotAllowed(...allowed: readonly string[]): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allowed.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `Method not allowed, use ${allowed.join(' or ')}`);
  };
}

/** The one place an error becomes a reply. What we did not expect is logged and not shown. */
export function errorHandler({ log }: Runtime): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = toAppError(error, request.path);
    if (!known) log.error({ err: error, request_id: response.locals.requestId }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendError(response, known);
  };
}

function toAppError(error: unknown, path: string): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof URIError) return undecodablePath(path);
  const { type, status } = error as BodyParserError;
  const known = typeof type === 'string' ? BODY_ERRORS[type] : undefined;
  if (known) return known();
  return typeof status === 'number' && status < 500 ? malformed() : null;
}

/** A link that cannot be decoded is as unknown as any other. */
function undecodablePath(path: string): AppError {
  return path.startsWith('/api/deposit/')
    ? new AppError('NOT_FOUND', 'Charge not found', { reason: 'charge_not_found' })
    : new AppError('NOT_FOUND', 'Not found', { reason: 'not_found' });
}

const RETRY_AFTER_SECONDS = '1';

function sendError(response: Response, error: AppError | null): void {
  const status = error ? HTTP_STATUS[error.code] : 500;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  // What was about to be sent may have said otherwise already.
  response
    .status(status)
    .type('json')
    .set('Cache-Control', 'no-store')
    .json({
      success: false,
      error: error?.message ?? 'Internal server error',
      code: error?.reason ?? 'internal_error',
      requestId: response.locals.requestId,
    });
}
