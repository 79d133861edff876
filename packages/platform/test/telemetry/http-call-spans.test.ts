import type { IncomingHttpHeaders } from 'node:http';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { openLocalServer } from '../../../../test/e2e/local-server.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { recordSpans } from '../../src/testing/recorded-spans.ts';

const recorded = recordSpans();

/** Answers with the status that the path names. */
async function startPeer() {
  const received: IncomingHttpHeaders[] = [];
  const server = await openLocalServer(({ url = '', headers }, response) => {
    received.push(headers);
    response.writeHead(Number(url.slice(1, 4))).end('a body');
  });
  return { ...server, received };
}

async function calls() {
  return eventually(() => {
    const found = recorded.spans().filter(({ kind }) => kind === SpanKind.CLIENT);
    return found.length > 0 && found;
  });
}

test('a call of traced work has a span beneath it with origin and status, and its peer is not sent the trace', async () => {
  await using peer = await startPeer();
  const url = `${peer.url}/200/secret?key=secret`;
  await recorded.inTrace(async () => (await fetch(url, { method: 'POST', body: 'x' })).text());
  const [call] = await calls();
  const work = recorded.spans().find(({ name }) => name === 'request');
  expect(call).toMatchObject({
    name: 'POST',
    status: { code: SpanStatusCode.UNSET },
    parentSpanContext: { spanId: work?.spanContext().spanId },
  });
  expect(call?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': peer.port,
    'url.full': peer.url,
    'url.scheme': 'http',
  });
  expect(peer.received).toHaveLength(1);
  expect(Object.keys(peer.received[0] ?? {})).not.toContain('traceparent');
});

test('a call that is refused or gets no response has failed, by status or code', async () => {
  const peer = await startPeer();
  await recorded.inTrace(async () => (await fetch(`${peer.url}/503`)).text());
  const [refused] = await calls();
  expect(refused?.status.code).toBe(SpanStatusCode.ERROR);
  expect(refused?.attributes['error.type']).toBe('503');

  await peer[Symbol.asyncDispose]();
  await expect(recorded.inTrace(() => fetch(peer.url))).rejects.toThrow('fetch failed');
  const unanswered = (await calls()).at(-1);
  expect(unanswered?.status.code).toBe(SpanStatusCode.ERROR);
  expect(unanswered?.attributes['error.type']).toMatch(/^(ECONNREFUSED|UND_ERR_SOCKET)$/);
});

test('a call of work that is not traced has no span', async () => {
  await using peer = await startPeer();
  await (await fetch(`${peer.url}/200`)).text();
  expect(peer.received).toHaveLength(1);
  expect(recorded.spans()).toEqual([]);
});
