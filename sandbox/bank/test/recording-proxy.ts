import { text } from 'node:stream/consumers';
import { openLocalServer } from '../../../test/e2e/local-server.ts';
import type { RecordedCall } from './openapi.ts';

/** Passes every call on to the bank and keeps what both sides said. */
export async function startRecordingProxy(bankUrl: string) {
  const calls: RecordedCall[] = [];
  const server = await openLocalServer(async (request, response) => {
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
  return { ...server, calls };
}

function pick(headers: NodeJS.Dict<string | string[]>, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
