import { FIELD_CODES } from '@entrada/contracts/field-codes';
import { REASONS } from '@entrada/contracts/reasons';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { z } from 'zod';
import { AppError, type ErrorCode, type PublicError } from './app-error.ts';

const STATUS: Record<ErrorCode, status> = {
  INVALID_ARGUMENT: status.INVALID_ARGUMENT,
  OUT_OF_RANGE: status.OUT_OF_RANGE,
  UNAUTHENTICATED: status.UNAUTHENTICATED,
  PERMISSION_DENIED: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  METHOD_NOT_ALLOWED: status.UNIMPLEMENTED,
  CONFLICT: status.ALREADY_EXISTS,
  KEY_REUSED: status.ALREADY_EXISTS,
  TOO_LARGE: status.INVALID_ARGUMENT,
  UNSUPPORTED_MEDIA_TYPE: status.INVALID_ARGUMENT,
  TOO_MANY_REQUESTS: status.RESOURCE_EXHAUSTED,
  BAD_UPSTREAM: status.UNAVAILABLE,
  UNAVAILABLE: status.UNAVAILABLE,
  TIMEOUT: status.DEADLINE_EXCEEDED,
};

/** We never cancel a call, so a cancelled one was cut off by a peer that had to stop. */
const UNAVAILABLE = new Set([status.UNAVAILABLE, status.RESOURCE_EXHAUSTED, status.CANCELLED]);

export const PEER_UNAVAILABLE = 'Service unavailable';
const PEER_LATE = 'Service did not answer in time';

/** Binary, because a field of a client may have any name; gRPC limits what all metadata may hold. */
const ERROR_KEY = 'entrada-error-bin';
const FIELDS_MAX = 20;

const Field = z.object({
  field: z.string(),
  message: z.string(),
  code: z.enum(FIELD_CODES).optional().catch(undefined),
});

/** A newer peer may have reasons that we do not know; the code then stands for them. */
const Details = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(STATUS, code)),
  reason: z.enum(REASONS).optional().catch(undefined),
  fields: z.array(Field).default([]),
  retryAfterMs: z.number().optional(),
});

/** The status sent to the caller; the data of an error travels beside its message, never inside it. */
export function toGrpcStatus(error: unknown): Partial<StatusObject> {
  if (!(error instanceof AppError)) return { code: status.INTERNAL, details: 'internal error' };
  return { code: STATUS[error.code], details: error.message, metadata: metadataOf(error) };
}

function metadataOf({ code, reason, fields, retryAfterMs }: PublicError): Metadata {
  const metadata = new Metadata();
  const details = { code, reason, fields: fields.slice(0, FIELDS_MAX), retryAfterMs };
  metadata.set(ERROR_KEY, Buffer.from(JSON.stringify(details)));
  return metadata;
}

/** The error that the peer threw; a peer that is unavailable or late is named, the rest are bugs. */
export function fromGrpcError(error: ServiceError): Error {
  const details = detailsIn(error);
  if (details) return new AppError(details.code, error.details, { ...details, cause: error });
  if (UNAVAILABLE.has(error.code)) {
    return new AppError('UNAVAILABLE', PEER_UNAVAILABLE, { cause: error });
  }
  if (error.code === status.DEADLINE_EXCEEDED) {
    return new AppError('TIMEOUT', PEER_LATE, { cause: error });
  }
  return error;
}

function detailsIn({ metadata }: ServiceError): z.infer<typeof Details> | undefined {
  const text = metadata?.get(ERROR_KEY)[0]?.toString();
  try {
    return text === undefined ? undefined : Details.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const HTTP_STATUS: Record<ErrorCode, number> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  KEY_REUSED: 422,
  OUT_OF_RANGE: 422,
  TOO_MANY_REQUESTS: 429,
  BAD_UPSTREAM: 502,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};
