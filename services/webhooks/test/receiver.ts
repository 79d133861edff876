import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedDelivery = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
};

type Respond = (response: ServerResponse, attemptNumber: number) => void;

export type Receiver = AsyncDisposable & {
  readonly url: string;
  /** What really arrived, in order: the truth that tests compare with. */
  readonly log: readonly ReceivedDelivery[];
};

export const answer =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(status, headers).end();

/** A server of a client that answers as the test asks. */
export async function startReceiver(respond: Respond = answer(204)): Promise<Receiver> {
  const log: ReceivedDelivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    log.push({ path: request.url ?? '', headers: request.headers, body, at: Date.now() });
    respond(response, log.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    log,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
