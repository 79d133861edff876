import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';

type Span = { name: string; kind: string; traceId: string; spanId: string; parentSpanId: string };
type RawSpan = { name: string; kind: string } & Record<
  'traceId' | 'spanId' | 'parentSpanId',
  Buffer
>;
type Request = { resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[] };

const { 'otlp.ExportTraceServiceRequest': request } = loadSync(
  join(import.meta.dirname, 'otlp-trace.proto'),
  { enums: String, arrays: true, defaults: true },
) as unknown as { 'otlp.ExportTraceServiceRequest': MessageTypeDefinition<object, Request> };

/** Receives OTLP over HTTP and answers every other request too, as a peer that is called would. */
export async function startCollector() {
  const bodies: Buffer[] = [];
  const server = createServer(async (message, response) => {
    const body = await buffer(message);
    if (message.url === '/v1/traces') bodies.push(body);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exportedBytes: () => Buffer.concat(bodies),
    spans: () => bodies.flatMap(spansIn),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansIn(body: Buffer): Span[] {
  const scopes = request.deserialize(body).resourceSpans.flatMap((part) => part.scopeSpans);
  return scopes
    .flatMap((scope) => scope.spans)
    .map((span) => ({
      name: span.name,
      kind: span.kind,
      traceId: span.traceId.toString('hex'),
      spanId: span.spanId.toString('hex'),
      parentSpanId: span.parentSpanId.toString('hex'),
    }));
}
