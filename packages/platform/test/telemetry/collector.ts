import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';
import { openLocalServer } from '../../../../test/e2e/local-server.ts';

type Attributes = Readonly<Record<string, string>>;
export type Span = {
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  /** Those that are no text are empty. */
  readonly attributes: Attributes;
  /** Of the process that sent it. */
  readonly resource: Attributes;
  /** Traces that led to it and that it does not continue. */
  readonly linkedTraceIds: readonly string[];
};
type RawAttributes = { key: string; value: { stringValue: string } | null }[];
type RawSpan = {
  name: string;
  kind: string;
  attributes: RawAttributes;
  links: { traceId: Buffer }[];
} & Record<'traceId' | 'spanId' | 'parentSpanId', Buffer>;
type ResourceSpans = {
  resource: { attributes: RawAttributes } | null;
  scopeSpans: { spans: RawSpan[] }[];
};
type Request = { resourceSpans: ResourceSpans[] };

const { 'otlp.ExportTraceServiceRequest': request } = loadSync(
  join(import.meta.dirname, 'otlp-trace.proto'),
  { enums: String, arrays: true, defaults: true },
) as unknown as { 'otlp.ExportTraceServiceRequest': MessageTypeDefinition<object, Request> };

/** Receives OTLP over HTTP and answers every other request too, as a peer that is called would. */
export async function startCollector() {
  const bodies: Buffer[] = [];
  const server = await openLocalServer(async (message, response) => {
    const body = await buffer(message);
    if (message.url === '/v1/traces') bodies.push(body);
    response.end();
  });
  return {
    ...server,
    exportedBytes: () => Buffer.concat(bodies),
    spans: () => bodies.flatMap(spansIn),
  };
}

function spansIn(body: Buffer): Span[] {
  return request.deserialize(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const ofProcess = attributesIn(resource?.attributes ?? []);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(span, ofProcess)));
  });
}

function toSpan(span: RawSpan, resource: Attributes): Span {
  return {
    name: span.name,
    kind: span.kind,
    traceId: span.traceId.toString('hex'),
    spanId: span.spanId.toString('hex'),
    parentSpanId: span.parentSpanId.toString('hex'),
    attributes: attributesIn(span.attributes),
    resource,
    linkedTraceIds: span.links.map(({ traceId }) => traceId.toString('hex')),
  };
}

function attributesIn(attributes: RawAttributes): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value?.stringValue ?? '']));
}
