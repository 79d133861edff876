import { context, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { inSpan } from './spans.ts';
import { traceIn } from './trace-context.ts';

/** Runs `work` in the trace of the request that began what it ends; the current work is linked. */
export function continueTrace<T>(
  name: string,
  traceParent: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const origin = traceParent && traceIn({ traceparent: traceParent });
  if (!origin) return work();
  return inSpan({ name, kind: SpanKind.INTERNAL, parent: origin, links: [context.active()] }, work);
}

/** Runs `work` in a trace of its own that is linked to what led to it: for what is done again much later. */
export function linkTrace<T>(
  name: string,
  traceParent: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const origin = traceParent && traceIn({ traceparent: traceParent });
  if (!origin) return work();
  return inSpan({ name, kind: SpanKind.INTERNAL, parent: ROOT_CONTEXT, links: [origin] }, work);
}
