import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresAccount } from './postgres-account.ts';

export const SUPERUSER = 'postgres';
const INITDB_WAIT_MAX_MS = 120_000;
const PASSWORD_BYTES = 24;
/** The addresses it listens on limit who can connect; everyone needs the password. */
const CLIENT_RULES = 'host all all all scram-sha-256\n';
/** Above what any system hands out. */
const NOBODYS_PID = 99_999_999;

export type DataFolder = { readonly clusterFolder: string; readonly password: string };

/** Makes a folder, which belongs to the account, ready to start on: a cluster, its password beside it, no stale lock. */
export async function prepareDataFolder(
  dataFolder: string,
  { account, initdb, durable }: { account: PostgresAccount; initdb: string; durable: boolean },
): Promise<DataFolder> {
  const clusterFolder = join(dataFolder, 'cluster');
  const passwordFile = join(dataFolder, 'password');
  if (!existsSync(clusterFolder)) {
    await createCluster({ dataFolder, clusterFolder, passwordFile }, { account, initdb, durable });
  } else if (!existsSync(passwordFile)) {
    throw new Error(
      `${passwordFile} is missing, so the database in ${dataFolder} cannot be opened. Put it back, or remove ${dataFolder} to start with an empty one.`,
    );
  }
  loosenStaleLock(clusterFolder);
  return { clusterFolder, password: readFileSync(passwordFile, 'utf8').trim() };
}

type Paths = { dataFolder: string; clusterFolder: string; passwordFile: string };
type Making = { account: PostgresAccount; initdb: string; durable: boolean };

/** The cluster takes its name only when complete: an interrupted making is made again. */
async function createCluster(paths: Paths, { account, initdb, durable }: Making): Promise<void> {
  const unfinished = join(paths.dataFolder, 'cluster.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(paths.passwordFile, { force: true });
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  writeFileSync(paths.passwordFile, `${password}\n`, { mode: 0o600 });
  const { uid, gid } = statSync(paths.dataFolder);
  chownSync(paths.passwordFile, uid, gid);
  const [program = initdb, ...args] = [
    ...account.prefix,
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${paths.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Postgres's own C.UTF-8 sorts alike on every machine, whatever locales it has.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    ...(durable ? [] : ['--no-sync']),
  ];
  const { prefix: _, ...identity } = account;
  const env = { PATH: process.env.PATH };
  try {
    const options = { ...identity, cwd: '/', env, timeout: INITDB_WAIT_MAX_MS };
    await promisify(execFile)(program, args, options);
  } catch (error) {
    throw new Error(`The database folder could not be made: ${explain(error)}`, { cause: error });
  }
  writeFileSync(join(unfinished, 'pg_hba.conf'), CLIENT_RULES);
  renameSync(unfinished, paths.clusterFolder);
}

function explain(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr?.trim() || message;
}

/**
 * A server that was killed leaves its lock file behind, and its pid may since belong to any other
 * process: Postgres would then refuse to start. Only the pid is replaced: the rest of the file lets
 * Postgres find sessions of the killed server that still write to the folder.
 */
export function loosenStaleLock(clusterFolder: string): void {
  const lockFile = join(clusterFolder, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const lock = readFileSync(lockFile, 'utf8');
  const pid = Math.abs(Number.parseInt(lock, 10));
  if (!isTaken(pid)) return;
  if (isPostmasterOf(clusterFolder, pid)) {
    throw new Error(
      `Another Postgres (process ${pid}) is using ${clusterFolder}. Stop what started it, or end it with: kill -INT ${pid}`,
    );
  }
  writeFileSync(lockFile, lock.replace(/^.*/, String(NOBODYS_PID)));
}

/** Whether a live Postgres works on the folder. */
export function isInUse(clusterFolder: string): boolean {
  const lockFile = join(clusterFolder, 'postmaster.pid');
  if (!existsSync(lockFile)) return false;
  const pid = Math.abs(Number.parseInt(readFileSync(lockFile, 'utf8'), 10));
  return isTaken(pid) && isPostmasterOf(clusterFolder, pid);
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isPostmasterOf(clusterFolder: string, pid: number): boolean {
  if (existsSync('/proc/self/cwd')) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterFolder);
    } catch {
      // A zombie has no folder, and a process that we may not look at cannot have one of ours.
      return false;
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(clusterFolder);
}
