import { openLocalServer } from '../../../test/e2e/local-server.ts';

/** A webhook receiver that keeps what it is sent, as bytes. */
export async function startReceiver() {
  const received: string[] = [];
  let status = 200;
  const server = await openLocalServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString());
    response.statusCode = status;
    response.end('thanks');
  });
  return {
    ...server,
    url: `http://localhost:${server.port}/hook`,
    received,
    answer(next: number) {
      status = next;
    },
  };
}
