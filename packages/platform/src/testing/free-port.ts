import { randomInt } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { portProblem } from '../runtime/port.ts';
import { HOUR_MS } from '../time/units.ts';

/** Below the ports of outgoing connections, one of which might take it first; fetch refuses 10080. */
const [LOWEST, HIGHEST] = [10_100, 30_000];
const ATTEMPTS_MAX = 100;

/** A TCP port that nobody listens on and that no program of this user was given within the last hour. */
export async function freePort(
  host = '127.0.0.1',
  draw = () => randomInt(LOWEST, HIGHEST),
): Promise<number> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const port = draw();
    if ((await isOurs(await fileOf(port))) && (await portProblem({ host, port })) === null)
      return port;
  }
  throw new Error(`No free port between ${LOWEST} and ${HIGHEST} in ${ATTEMPTS_MAX} attempts`);
}

/** Ports that are chosen already: freePort gives none of them away within an hour. */
export async function claimPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) await writeFile(await fileOf(port), '');
}

async function fileOf(port: number): Promise<string> {
  const given = join(tmpdir(), `entrada-ports-${userInfo().uid}`);
  await mkdir(given, { recursive: true });
  return join(given, `${port}`);
}

/** The program that creates the file of a port may use it: systems choose all ports before they listen. */
async function isOurs(file: string): Promise<boolean> {
  try {
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > HOUR_MS) await rm(file, { force: true });
  return false;
}
