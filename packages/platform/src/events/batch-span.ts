import { context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { REQUEST_ID_ATTRIBUTE, REQUEST_ID_HEADER } from '../telemetry/request-ids.ts';
import { failed, startSpan } from '../telemetry/spans.ts';
import { traceIn, withTracesByKey } from '../telemetry/trace-context.ts';
import type { Headers } from './event-log.ts';

/** Of one batch; beyond it a trace goes on without a span for this step. */
const SPANS_MAX = 128;

type Carrier = { readonly key: string; readonly headers: Headers };
type Sent = { readonly topic: string; readonly headers: Headers };

/**
 * Runs `work` in a span of its own. A single event continues its own trace. A batch cannot continue all of theirs: it
 * links to them, and each trace gets a span of the same length, which what follows from its event continues.
 */
export async function inBatchSpan<T>(
  group: string,
  records: readonly Carrier[],
  work: () => Promise<T>,
): Promise<T> {
  const origins = records.map(({ headers }) => traceIn(headers));
  if (origins.every((origin) => origin === null)) return work();
  const [first] = origins;
  const parent = (records.length === 1 && first) || ROOT_CONTEXT;
  const described = { name: `consume ${group}`, kind: SpanKind.CONSUMER };
  const attributes = {
    'messaging.consumer.group.name': group,
    'messaging.batch.message_count': records.length,
  };
  const links = origins.slice(0, SPANS_MAX);
  const span = startSpan({ ...described, parent, links, attributes });
  const batch = trace.setSpan(parent, span);
  const spans = [span];
  const byKey = new Map(
    records.flatMap(({ key, headers }, index) => {
      const origin = origins[index];
      if (!origin || records.length === 1) return [];
      if (index >= SPANS_MAX) return [[key, origin] as const];
      const own = startSpan({
        ...described,
        parent: origin,
        links: [batch],
        attributes: requestOf(headers),
      });
      spans.push(own);
      return [[key, trace.setSpan(origin, own)] as const];
    }),
  );
  return ending(spans, () => context.with(withTracesByKey(batch, byKey), work));
}

/** Publishes events, with a span in the trace of each. */
export function inSendSpans<T>(events: readonly Sent[], publish: () => Promise<T>): Promise<T> {
  const spans = events.slice(0, SPANS_MAX).flatMap(({ topic, headers }) => {
    const parent = traceIn(headers);
    if (!parent) return [];
    const attributes = {
      'messaging.destination.name': topic,
      'messaging.operation.type': 'send',
      ...requestOf(headers),
    };
    return [startSpan({ name: `send ${topic}`, kind: SpanKind.PRODUCER, parent, attributes })];
  });
  return ending(spans, publish);
}

/** Of this event alone; undefined in place of the ids of its batch if it has none. */
function requestOf(headers: Headers): Record<string, string | undefined> {
  return { [REQUEST_ID_ATTRIBUTE]: headers[REQUEST_ID_HEADER] };
}

async function ending<T>(spans: readonly Span[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const span of spans) failed(span, error);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
