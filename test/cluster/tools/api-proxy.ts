import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startKubectl } from './kubectl-server.ts';

const REPLY_WAIT_MAX_MS = 30_000;

/** What the API server replies to a GET of a path; rejects unless the status is 200. */
export type ReadPath = (path: string) => Promise<string>;

/**
 * The API server behind a socket that only this user can open. What is asked again and again goes through it:
 * each start of kubectl would take a sixth of a second of a processor from the pods.
 */
export async function openApiProxy(): Promise<AsyncDisposable & { readonly socket: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-api-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also when the time for tidying up is over.
  process.once('exit', remove);
  await using opening = new AsyncDisposableStack();
  opening.defer(remove);
  const socket = join(folder, 'socket');
  opening.use(await startKubectl(['proxy', `--unix-socket=${socket}`]));
  const open = opening.move();
  return { socket, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

export function readerOf(socket: string): ReadPath {
  const agent = new Agent({ keepAlive: true });
  return (path) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(REPLY_WAIT_MAX_MS);
      const asked = get({ socketPath: socket, path, agent, signal }, (response) => {
        const { statusCode } = response;
        text(response).then((reply) => {
          if (statusCode === 200) resolve(reply);
          else reject(new Error(`GET ${path}: ${statusCode} ${reply.trim()}`));
        }, reject);
      });
      asked.on('error', reject);
    });
}
