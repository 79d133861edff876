import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Above what any system hands out. */
const NOBODYS_PID = 99_999_999;

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
