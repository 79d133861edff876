import {
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Headers } from './event-log.ts';

const LINKS_MAX = 128;

/**
 * Runs `work` in a span of its own. A single event continues its own trace; a batch cannot
 * continue all of theirs, so it links to them.
 */
export async function inBatchSpan<T>(
  group: string,
  headers: readonly Headers[],
  work: () => Promise<T>,
): Promise<T> {
  const origins = headers
    .slice(0, LINKS_MAX)
    .map((carrier) => propagation.extract(ROOT_CONTEXT, carrier));
  const [first = ROOT_CONTEXT] = origins;
  const parent = headers.length === 1 ? first : ROOT_CONTEXT;
  const links: Link[] = origins.flatMap((origin) => {
    const spanContext = trace.getSpanContext(origin);
    return spanContext ? [{ context: spanContext }] : [];
  });
  const attributes = {
    'messaging.consumer.group.name': group,
    'messaging.batch.message_count': headers.length,
  };
  const span = trace
    .getTracer('events')
    .startSpan(`consume ${group}`, { kind: SpanKind.CONSUMER, links, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
    throw error;
  } finally {
    span.end();
  }
}
