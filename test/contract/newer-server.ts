import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const UNKNOWN = 'ADDED_LATER';
/** Fields whose values may grow; `type` repeats the kind of an event. */
const GROWING = new Set(['status', 'event', 'type', 'code']);

/** The same server with what a later version may add: a field in every object, and unknown values. */
export async function openNewerServer(baseUrl: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url, headers } = request;
    const reply = await fetch(`${baseUrl}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      body: method === 'GET' ? null : await buffer(request),
    });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await reply.json(), addWhatIsUnknown));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function addWhatIsUnknown(name: string, value: unknown): unknown {
  if (GROWING.has(name) && typeof value === 'string') return UNKNOWN;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return name === 'addedLater' || name === 'metadata'
    ? value
    : { ...value, addedLater: { by: 'a newer server' } };
}
