import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Callback = {
  readonly url: string | undefined;
  readonly body: { readonly pix: readonly object[] };
};

/** Answers the n-th callback with the n-th status, then with 200; `received(n)` waits for n of them. */
export async function startReceiver(...statuses: number[]) {
  const callbacks: Callback[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    callbacks.push({ url: request.url, body: JSON.parse(await text(request)) });
    response.writeHead(statuses[callbacks.length - 1] ?? 200).end();
    for (const { count, resolve } of waiting) if (callbacks.length >= count) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async received(count: number): Promise<readonly Callback[]> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (callbacks.length < count) await promise;
      return callbacks;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
