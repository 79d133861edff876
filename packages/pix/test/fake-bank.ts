import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { openLocalServer } from '../../../test/e2e/local-server.ts';

type Request = IncomingMessage & { readonly bodyText: string };
export type Handler = (request: Request, response: ServerResponse) => void;

export type FakeBank = AsyncDisposable & {
  readonly url: string;
  /** Method, path and body of every request, in order of arrival. */
  readonly requests: readonly { readonly line: string; readonly bodyText: string }[];
  tokensGiven(): number;
  connections(): number;
};

/** A real HTTP server that gives tokens and answers the rest as the test says. */
export async function startFakeBank(
  handler: Handler,
  token: (count: number, response: ServerResponse, request: Request) => void = giveToken,
): Promise<FakeBank> {
  const requests: { line: string; bodyText: string }[] = [];
  let tokens = 0;
  const sockets = new Set<unknown>();
  const server = await openLocalServer(async (request, response) => {
    sockets.add(request.socket);
    const bodyText = await text(request);
    const read = Object.assign(request, { bodyText });
    if (request.url === '/oauth/token') return token(++tokens, response, read);
    requests.push({ line: `${request.method} ${request.url}`, bodyText });
    handler(read, response);
  });
  return {
    ...server,
    requests,
    tokensGiven: () => tokens,
    connections: () => sockets.size,
  };
}

function giveToken(count: number, response: ServerResponse): void {
  sendJson(response, 200, { access_token: `token-${count}`, expires_in: '3600' });
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
