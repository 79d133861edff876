import { text } from 'node:stream/consumers';
import { openLocalServer } from '../../../test/e2e/local-server.ts';

type Callback = {
  readonly url: string | undefined;
  readonly body: { readonly pix: readonly object[] };
};

/** Answers the n-th callback with the n-th status, then with 200; `received(n)` waits for n of them. */
export async function startReceiver(...statuses: number[]) {
  const callbacks: Callback[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = await openLocalServer(async (request, response) => {
    callbacks.push({ url: request.url, body: JSON.parse(await text(request)) });
    response.writeHead(statuses[callbacks.length - 1] ?? 200).end();
    for (const { count, resolve } of waiting) if (callbacks.length >= count) resolve();
  });
  return {
    ...server,
    async received(count: number): Promise<readonly Callback[]> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (callbacks.length < count) await promise;
      return callbacks;
    },
  };
}
