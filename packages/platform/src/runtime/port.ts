import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../config/settings.ts';

type Address = { readonly host: string; readonly port: number };

const ATTEMPTS_MAX = 5;
const RETRY_AFTER_MS = 400;

/** Why a program cannot listen there, or null if it can. */
export async function portProblem({ host, port }: Address): Promise<string | null> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${code})`;
  }
  server.close();
  await once(server, 'close');
  return null;
}

/** Throws a ConfigError that names the setting, after some attempts: the port's last user may still be ending. */
export async function requirePort(setting: string, { host, port }: Address): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const problem = await portProblem({ host, port });
    if (problem === null) return;
    if (attempts === ATTEMPTS_MAX)
      throw new ConfigError(
        `port ${port} of ${host} ${problem}: end that program, or change ${setting}`,
      );
    await delay(RETRY_AFTER_MS);
  }
}
