import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RecordedCall } from './openapi.ts';

export type RecordingProxy = AsyncDisposable & {
  readonly url: string;
  readonly calls: readonly RecordedCall[];
};

/** Passes every call on to the bank and keeps what both sides said. */
export async function startRecordingProxy(bankUrl: string): Promise<RecordingProxy> {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    const body = await text(request);
    const reply = await fetch(bankUrl + path, {
      method,
      headers: pick(request.headers, ['authorization', 'content-type', 'accept']),
      ...(body === '' ? {} : { body }),
    });
    const contentType = reply.headers.get('content-type') ?? '';
    const responseBody = await reply.text();
    calls.push({ method, path, body, status: reply.status, contentType, responseBody });
    response.writeHead(reply.status, { 'content-type': contentType }).end(responseBody);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pick(headers: NodeJS.Dict<string | string[]>, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
