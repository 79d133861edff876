import {
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

type Headers = Readonly<Record<string, string>>;

/** In a batch, the trace of each key: what follows from an event has its key. */
const TRACES_BY_KEY = createContextKey('traces by key');

/** W3C trace context of the current work, to be stored or sent along with it; in a batch, of the work for one key. */
export function traceHeaders(key?: string): Record<string, string> {
  const current = context.active();
  const byKey = current.getValue(TRACES_BY_KEY) as ReadonlyMap<string, Context> | undefined;
  const headers: Record<string, string> = {};
  propagation.inject((key !== undefined && byKey?.get(key)) || current, headers);
  return headers;
}

export function withTracesByKey(current: Context, byKey: ReadonlyMap<string, Context>): Context {
  return current.setValue(TRACES_BY_KEY, byKey);
}

/** The trace that headers name; null if they name none, or one that is not sent to a collector. */
export function traceIn(headers: Headers): Context | null {
  const found = propagation.extract(ROOT_CONTEXT, headers);
  const { traceFlags = TraceFlags.NONE } = trace.getSpanContext(found) ?? {};
  return traceFlags & TraceFlags.SAMPLED ? found : null;
}

/** The W3C header of the current work, or null when it is not traced. */
export function traceParent(): string | null {
  return traceHeaders().traceparent ?? null;
}
