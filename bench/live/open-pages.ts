import { type ClientRequest, get } from 'node:http';
import { eventually } from '@entrada/platform/testing/eventually';

/** So many requests are under way at once while pages are opened. */
const OPENED_AT_ONCE = 50;
const OPEN_MAX_MS = 30_000;

export type Page = { readonly path: string; readonly headers: Readonly<Record<string, string>> };

/** Streams of server-sent events that stay open until disposed. Each has sent its first event. */
export async function openPages(
  origin: string,
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<Disposable> {
  const open: ClientRequest[] = [];
  const close = () => {
    for (const request of open) request.destroy();
  };
  const waiting = [...pages];
  const worker = async () => {
    for (let page = waiting.pop(); page; page = waiting.pop()) {
      signal.throwIfAborted();
      // The gateway refuses what a crowded machine cannot take.
      await eventually(async () => {
        const { request, opened } = openPage(origin, page);
        open.push(request);
        await opened;
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker));
  } catch (error) {
    close();
    throw error;
  }
  return { [Symbol.dispose]: close };
}

function openPage(origin: string, { path, headers }: Page) {
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  const request = get(`${origin}${path}`, { agent: false, headers, timeout: OPEN_MAX_MS });
  request.once('timeout', () => reject(new Error(`${path} was not opened in time`)));
  // After the first event it ends because the page is closed.
  request.on('error', reject);
  request.once('response', (response) => {
    response.on('error', () => {});
    if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
    response.once('data', () => {
      request.setTimeout(0);
      resolve();
    });
    response.resume();
  });
  return { request, opened };
}
