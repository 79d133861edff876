import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/** CPU time that the processes have used so far; NaN where the system does not report it. */
export function cpuTimeMs(pids: readonly number[]): number {
  try {
    return pids.flatMap(threadTimesNs).reduce((sum, ns) => sum + ns, 0) / NS_PER_MS;
  } catch {
    return Number.NaN;
  }
}

/** Nanoseconds of each thread; /proc/<pid>/stat counts in ticks of 10 ms, too coarse for short rounds. */
function threadTimesNs(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((thread) =>
    Number.parseInt(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8'), 10),
  );
}
