import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

/** Names under which a secret might be logged by mistake, at any of the first levels. */
const SECRET_FIELDS = [
  'authorization',
  'apiKey',
  'api_key',
  'key',
  'secret',
  'password',
  'token',
  'emv',
  'body',
  'cookie',
];
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

type Options = { readonly service: string; readonly level: string; readonly version: string };

export function openLog(
  { service, level, version }: Options,
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    base: { service, version },
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: [...REDACTED, '*["x-api-key"]', '*.*["x-api-key"]'], censor: '[redacted]' },
    serializers: { err: serializeError },
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: currentTrace,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An error's own fields can hold a request, its headers and its body: only these are kept. */
function serializeError(error: Error & { code?: unknown }) {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack, ...(error.code === undefined ? {} : { code: error.code }) };
}

function currentTrace() {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId } : {};
}
