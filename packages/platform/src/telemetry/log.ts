import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { redact } from './redact.ts';
import { requestIds } from './request-ids.ts';
import { standardOutput } from './standard-output.ts';

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
  if (span) fields.trace_id = span.traceId;
  const ids = requestIds();
  if (ids.length === 1) fields.request_id ??= ids[0];
  if (ids.length > 1) fields.request_ids ??= ids;
  return fields;
}
