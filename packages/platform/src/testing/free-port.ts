import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections, one of which might take it first; fetch refuses 10080. */
const [LOWEST, HIGHEST] = [10_100, 30_000];
const ATTEMPTS_MAX = 100;

/** A TCP port that nobody listened on a moment ago. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port between ${LOWEST} and ${HIGHEST} in ${ATTEMPTS_MAX} attempts`);
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
