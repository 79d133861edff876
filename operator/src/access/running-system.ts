import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usageError } from '@entrada/command-line/command-error';
import type { Env } from '../command.ts';

/** How commands reach what has no public API: services by gRPC. */
export type RunFacts = {
  readonly pid: number;
  /** Opens the server; each service has a database of its name. */
  readonly postgresUrl: string;
  readonly authAddress: string;
  readonly chargesAddress: string;
  readonly ledgerAddress: string;
  readonly webhooksAddress: string;
  /** Where processes serve metrics and probes. */
  readonly adminAddresses: readonly string[];
  /** The folder with the certificates of the services, and with the authority of operators. */
  readonly certificates: string;
};

/** `.data/` beside package.json, unless a test sets another. */
export function dataFolder({ ENTRADA_DATA_FOLDER: given }: Env): string {
  return given ?? join(import.meta.dirname, '../../../.data');
}

/** Certificates of the system that `npm start` runs, and the authority of its operators. */
export function certificatesIn(data: string): string {
  return join(data, 'certificates');
}

/** The system that `npm start` runs now; one that was killed leaves a stale file behind. */
export async function runningSystem(env: Env): Promise<RunFacts | null> {
  const file = join(dataFolder(env), 'run.json');
  try {
    const run: RunFacts = JSON.parse(await readFile(file, 'utf8'));
    return isRunning(run.pid) ? run : null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw usageError(`${file} cannot be read (${message}). Wipe the data with npm run reset.`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
