import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { requestIds } from './request-ids.ts';

export type { Logger } from 'pino';

type Options = { readonly service: string; readonly level: string; readonly version: string };

export function openLog(
  { service, level, version }: Options,
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
    level,
    base: { service, version },
    timestamp: isoTime,
    // redact has replaced errors already; pino's own serializer would add all their fields.
    serializers: { err: (err: unknown) => err },
    formatters: { level: (label: string) => ({ level: label }), log: toFields },
  };
  return redactChildren(pino(options, destination));
}

/** pino's formatters do not see the bindings of a child logger. */
function redactChildren(log: Logger): Logger {
  const { child } = log;
  log.child = function (this: Logger, bindings, options) {
    return child.call(this, redact(bindings), options);
  } as typeof child;
  return log;
}

let second = { atMs: 0, text: '' };

/** The text is formatted once a second; only the milliseconds are formatted for each line. */
function isoTime(): string {
  const now = Date.now();
  const ms = now % 1_000;
  if (second.atMs !== now - ms) {
    second = { atMs: now - ms, text: new Date(now).toISOString().slice(0, -'000Z'.length) };
  }
  return `,"time":"${second.text}${String(ms).padStart(3, '0')}Z"`;
}

function toFields(logged: object) {
  const fields = redact(logged);
  const span = trace.getActiveSpan()?.spanContext();
  if (span) Object.assign(fields, { trace_id: span.traceId, span_id: span.spanId });
  const ids = requestIds();
  if (ids.length === 1) fields.request_id ??= ids[0];
  if (ids.length > 1) fields.request_ids ??= ids;
  return fields;
}

/** Names under which a secret might be logged by mistake, in lower case and without `-` and `_`. */
const SECRET_FIELDS = new Set([
  'authorization',
  'apikey',
  'xapikey',
  'key',
  'privatekey',
  'pepper',
  'secret',
  'clientsecret',
  'password',
  'token',
  'accesstoken',
  'emv',
  'body',
  'cookie',
  'setcookie',
]);
const REDACTED = '[redacted]';
/** Bounds the cache below: field names are few, but a logged error may bring its own. */
const VERDICTS_MAX = 1_000;
const verdicts = new Map<string, boolean>();
const DEPTH_MAX = 8;
const ITEMS_MAX = 100;

type Fields = Record<string, unknown>;

/** A copy without secrets, at any depth. */
export function redact(fields: object): Fields {
  return redactFields(fields, 0);
}

function redactFields(fields: object, depth: number): Fields {
  const kept: Fields = {};
  for (const name of Object.keys(fields)) {
    kept[name] = isSecret(name) ? REDACTED : redactValue((fields as Fields)[name], depth + 1);
  }
  return kept;
}

function isSecret(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = SECRET_FIELDS.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
  if (verdicts.size < VERDICTS_MAX) verdicts.set(name, verdict);
  return verdict;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return redactError(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > DEPTH_MAX) return '[too deep]';
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((item) => redactValue(item, depth + 1));
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redactValue(value.toJSON(), depth + 1);
  }
  return redactFields(value, depth);
}

/** An error's own fields can hold a request, its headers and its body: only these are kept. */
function redactError(error: Error & { code?: unknown }): Fields {
  const { type, message, stack } = stdSerializers.err(error);
  const code = error.code === undefined ? {} : { code: error.code };
  return { type, message: redactText(message), stack: redactText(stack), ...code };
}

const PARAMETER = /([?&][\w.-]*=)[^&\s"')]+/g;
const SECRET_NAME = /key|token|secret|password|sig/i;

/** Messages quote URLs, which can contain a key in the query or a password before the host. */
function redactText(text: string): string {
  if (!text.includes('=') && !text.includes('@')) return text;
  return text
    .replaceAll(PARAMETER, (parameter, name) =>
      SECRET_NAME.test(name) ? `${name}${REDACTED}` : parameter,
    )
    .replaceAll(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s@"']+@/gi, `$1${REDACTED}@`);
}

/**
 * Lines are written in groups: each write wakes the reading process, which costs more than
 * everything else about a log line.
 */
const WAIT_MS = 50;
const WAITING_MAX = 32_768;

let waiting = '';

/**
 * The destination of logs. Not pino's own writer: when the reader of a pipe is gone, that writer
 * retries its last lines without end and the process cannot exit. Here such lines are dropped.
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error', ignore) === 0) process.stdout.on('error', ignore);
  if (process.listenerCount('exit', writeWaiting) === 0) process.on('exit', writeWaiting);
  return {
    write(line) {
      if (waiting === '') setTimeout(writeWaiting, WAIT_MS).unref();
      waiting += line;
      if (waiting.length > WAITING_MAX) writeWaiting();
    },
  };
}

function writeWaiting(): void {
  const lines = waiting;
  waiting = '';
  if (lines !== '' && process.stdout.writable) process.stdout.write(lines);
}

function ignore(): void {}
