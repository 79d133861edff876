import {
  type Context,
  context,
  type Link,
  type Span,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { REQUEST_ID_ATTRIBUTE, requestIds } from './request-ids.ts';

type Described = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: Context;
  /** Traces that led to this work and that it does not continue. */
  readonly links?: readonly (Context | null)[];
  /** Those that are undefined are left out. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
};

/** Whether the current work is sent to a collector; no span is made for other work. */
export function isTraced(): boolean {
  const current = trace.getActiveSpan()?.spanContext();
  return current !== undefined && (current.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** It has the ids of the requests that it works for, as log lines have them. */
export function startSpan({ name, kind, parent, links = [], attributes }: Described): Span {
  const ids = requestIds();
  const own = ids.length === 0 ? {} : { [REQUEST_ID_ATTRIBUTE]: ids.join() };
  const options = { kind, links: links.flatMap(linkTo), attributes: { ...own, ...attributes } };
  return trace.getTracer('entrada').startSpan(name, options, parent);
}

/** Runs `work` in a span, which says whether it failed. */
export async function inSpan<T>(described: Described, work: () => Promise<T>): Promise<T> {
  const span = startSpan(described);
  if (!span.isRecording()) return work();
  try {
    return await context.with(trace.setSpan(described.parent, span), work);
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The message of an error is in the log: it may quote input. */
export function failed(span: Span, error?: unknown): void {
  const message = error instanceof Error ? { message: error.name } : {};
  span.setStatus({ code: SpanStatusCode.ERROR, ...message });
}

function linkTo(origin: Context | null): Link[] {
  const linked = origin && trace.getSpanContext(origin);
  return linked ? [{ context: linked }] : [];
}
