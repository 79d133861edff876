import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { AppError, type ErrorCode } from './app-error.ts';

const STATUS: Record<ErrorCode, status> = {
  INVALID_ARGUMENT: status.INVALID_ARGUMENT,
  OUT_OF_RANGE: status.OUT_OF_RANGE,
  UNAUTHENTICATED: status.UNAUTHENTICATED,
  PERMISSION_DENIED: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  METHOD_NOT_ALLOWED: status.UNIMPLEMENTED,
  CONFLICT: status.ALREADY_EXISTS,
  TOO_LARGE: status.INVALID_ARGUMENT,
  UNSUPPORTED_MEDIA_TYPE: status.INVALID_ARGUMENT,
  TOO_MANY_REQUESTS: status.RESOURCE_EXHAUSTED,
  BAD_UPSTREAM: status.UNAVAILABLE,
  UNAVAILABLE: status.UNAVAILABLE,
  TIMEOUT: status.DEADLINE_EXCEEDED,
};

/** We never cancel a call, so a cancelled one was cut off by a peer that had to stop. */
const AWAY = new Set([status.UNAVAILABLE, status.RESOURCE_EXHAUSTED, status.CANCELLED]);

/** What was asked may have been done, so that only a key makes another try of a change safe. */
const TRY_AGAIN = 'try again: a POST with the same Idempotency-Key';
export const PEER_AWAY = `Service unavailable, ${TRY_AGAIN}`;
const PEER_LATE = `Service did not answer in time, ${TRY_AGAIN}`;

const CODE_KEY = 'entrada-code';
const REASON_KEY = 'entrada-reason';
const RETRY_AFTER_KEY = 'entrada-retry-after-ms';

/** Several codes share one gRPC status, so the exact one travels beside it. */
export function toGrpcStatus(error: unknown): Partial<StatusObject> {
  if (!(error instanceof AppError)) return { code: status.INTERNAL, details: 'internal error' };
  const metadata = new Metadata();
  metadata.set(CODE_KEY, error.code);
  metadata.set(REASON_KEY, error.reason);
  if (error.retryAfterMs !== undefined) {
    metadata.set(RETRY_AFTER_KEY, String(Math.ceil(error.retryAfterMs)));
  }
  return { code: STATUS[error.code], details: error.message, metadata };
}

/** What the peer meant; a peer that is away or late is named, any other failure stays a bug. */
export function fromGrpcError(error: ServiceError): Error {
  const code = error.metadata?.get(CODE_KEY)[0]?.toString();
  if (code && Object.hasOwn(STATUS, code)) {
    const reason = error.metadata.get(REASON_KEY)[0]?.toString();
    const told = error.metadata.get(RETRY_AFTER_KEY)[0];
    const retryAfterMs = told === undefined ? undefined : Number(told);
    return new AppError(code as ErrorCode, error.details, { reason, cause: error, retryAfterMs });
  }
  if (AWAY.has(error.code)) {
    return new AppError('UNAVAILABLE', PEER_AWAY, { cause: error });
  }
  if (error.code === status.DEADLINE_EXCEEDED) {
    return new AppError('TIMEOUT', PEER_LATE, { cause: error });
  }
  return error;
}
