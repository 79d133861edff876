import { availableParallelism, loadavg } from 'node:os';

/** A time that a quiet machine keeps, longer by as much as this one has more to do than it has cores. */
export function scaledByLoad(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return ms * Math.max(1, lastMinute / availableParallelism());
}
