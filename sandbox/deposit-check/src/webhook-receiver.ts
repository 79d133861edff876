import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type ReceivedCall = { readonly headers: Record<string, string>; readonly body: string };

export type Receiver = AsyncDisposable & {
  readonly url: string;
  /** Everything that arrived, in order. */
  readonly received: readonly ReceivedCall[];
};

type Options = {
  readonly host?: string;
  readonly port?: number;
  readonly onReceived?: (received: ReceivedCall) => void;
};

/** A receiver as an account holder would run it: it keeps what comes and answers 200. */
export async function openReceiver({
  host = '127.0.0.1',
  port: wantedPort = 0,
  onReceived,
}: Options = {}): Promise<Receiver> {
  const received: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ headers, body });
    onReceived?.({ headers, body });
    response.end();
  });
  server.listen(wantedPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}/webhook`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
