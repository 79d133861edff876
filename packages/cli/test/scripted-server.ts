import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type ReceivedCall = {
  readonly call: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Answer = (request: ReceivedCall, response: ServerResponse, index: number) => void;

/** A server that answers as a test says, and keeps what it was asked. */
export async function openServer(answer: Answer) {
  const received: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const one = { call: `${method} ${url}`, headers, body: await text(request) };
    received.push(one);
    answer(one, response, received.length - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    received,
    env: { ENTRADA_API_KEY: 'ent_test_key', ENTRADA_BASE_URL: url },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sendJson(response: ServerResponse, body: object, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: status < 400, ...body }));
}

export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  hint?: string,
): void {
  sendJson(response, { error: 'It failed', code, requestId: 'req-7', hint }, status);
}
