import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook receiver that keeps what it is sent, as bytes. */
export async function startReceiver() {
  const received: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString());
    response.statusCode = status;
    response.end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(next: number) {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
