import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { openLocalServer } from '../../../test/e2e/local-server.ts';

type SeenCall = { readonly call: string; readonly idempotencyKey: string | undefined };

/** Takes a request to the gateway, and says what becomes of the gateway's reply. */
export type Fate = 'pass' | 'cut off' | 'cut in the middle' | 'withheld';

/** Stands between a client and the gateway: every request arrives there, but a reply may not come back. */
export async function openBadLine(gatewayUrl: string, fates: Fate[]) {
  const seen: SeenCall[] = [];
  const server = await openLocalServer(async (request, response) => {
    const fate = fates.shift() ?? 'pass';
    seen.push({
      call: `${request.method} ${request.url}`,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
    });
    const reply = await forward(gatewayUrl, request);
    meet(fate, response, reply);
  });
  return { ...server, seen };
}

type ForwardedReply = { readonly status: number; readonly type: string; readonly body: Buffer };

async function forward(gatewayUrl: string, request: IncomingMessage): Promise<ForwardedReply> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const content = await buffer(request);
  const reply = await fetch(`${gatewayUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(content.length > 0 ? { body: content } : {}),
  });
  const type = reply.headers.get('content-type') ?? '';
  return { status: reply.status, type, body: Buffer.from(await reply.arrayBuffer()) };
}

function meet(fate: Fate, response: ServerResponse, { status, type, body }: ForwardedReply): void {
  if (fate === 'withheld') return;
  if (fate === 'cut off') {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': type, 'content-length': body.length });
  if (fate === 'pass') {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}
