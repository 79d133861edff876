import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { openLocalServer } from '../../../test/e2e/local-server.ts';

type ReceivedCall = {
  readonly call: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Answer = (request: ReceivedCall, response: ServerResponse, index: number) => void;

/** A server that answers as a test says, and keeps what it was asked. */
export async function openServer(answer: Answer) {
  const received: ReceivedCall[] = [];
  const server = await openLocalServer(async (request, response) => {
    const { method, url, headers } = request;
    const one = { call: `${method} ${url}`, headers, body: await text(request) };
    received.push(one);
    answer(one, response, received.length - 1);
  });
  const env = { ENTRADA_API_KEY: 'ent_test_key', ENTRADA_BASE_URL: server.url };
  return { ...server, received, env };
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
