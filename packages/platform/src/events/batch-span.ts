import { context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { REQUEST_ID_ATTRIBUTE, REQUEST_ID_HEADER } from '../telemetry/request-ids.ts';
import { failed, startSpan, traceIn, withTracesByKey } from '../telemetry/spans.ts';
import type { EventLog, Headers } from './event-log.ts';

/** Of one batch; beyond it a trace goes on without a span for this step. */
const SPANS_MAX = 128;

type Carrier = { readonly topic: string; readonly key: string; readonly headers: Headers };
type Consumer = { readonly system: EventLog['system']; readonly group: string };

/**
 * Runs `work` in a span of its own. A single event continues its own trace. A batch cannot continue all of theirs: it
 * links to them, and each trace gets a span of the same length, which what follows from its event continues.
 */
export async function inBatchSpan<T>(
  { system, group }: Consumer,
  records: readonly Carrier[],
  work: () => Promise<T>,
): Promise<T> {
  const origins = records.map(({ headers }) => traceIn(headers));
  if (origins.every((origin) => origin === null)) return work();
  const [first] = origins;
  const parent = (records.length === 1 && first) || ROOT_CONTEXT;
  const described = { name: `consume ${group}`, kind: SpanKind.CONSUMER };
  const attributes = {
    'messaging.system': system,
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': group,
  };
  const [topic, ...otherTopics] = new Set(records.map((record) => record.topic));
  const links = origins.slice(0, SPANS_MAX);
  const span = startSpan({
    ...described,
    parent,
    links,
    attributes: {
      ...attributes,
      'messaging.destination.name': otherTopics.length === 0 ? topic : undefined,
      'messaging.batch.message_count': records.length,
    },
  });
  const batch = trace.setSpan(parent, span);
  const spans = [span];
  const byKey = new Map(
    records.flatMap(({ topic, key, headers }, index) => {
      const origin = origins[index];
      if (!origin || records.length === 1) return [];
      if (index >= SPANS_MAX) return [[key, origin] as const];
      const own = startSpan({
        ...described,
        parent: origin,
        links: [batch],
        attributes: { ...attributes, 'messaging.destination.name': topic, ...requestOf(headers) },
      });
      spans.push(own);
      return [[key, trace.setSpan(origin, own)] as const];
    }),
  );
  return ending(spans, () => context.with(withTracesByKey(batch, byKey), work));
}

/** Publishes events, with a span in the trace of each. */
export function inSendSpans<T>(
  system: EventLog['system'],
  events: readonly Omit<Carrier, 'key'>[],
  publish: () => Promise<T>,
): Promise<T> {
  const spans = events.slice(0, SPANS_MAX).flatMap(({ topic, headers }) => {
    const parent = traceIn(headers);
    if (!parent) return [];
    const attributes = {
      'messaging.system': system,
      'messaging.operation.type': 'send',
      'messaging.destination.name': topic,
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
