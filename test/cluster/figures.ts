import { writeSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { hasFailed } from './load.ts';
import type { Sent } from './send.ts';

/** Jest would show where it was written with every line. */
export function figures(line: string): void {
  writeSync(process.stderr.fd, `  ${line}\n`);
}

/** How many were sent, how many failed and how: `300 requests, 2 failed: 2 x query 503 unavailable`. */
export function describeFailures(sent: readonly Sent[]): string {
  const ways = new Map<string, number>();
  for (const { what, outcome } of sent.filter(hasFailed)) {
    const way = `${what} ${outcome}`;
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  const failed = [...ways.values()].reduce((sum, count) => sum + count, 0);
  const listed = [...ways].map(([way, count]) => `${count} x ${way}`).join(', ');
  return `${sent.length} requests, ${failed} failed${failed > 0 ? `: ${listed}` : ''}`;
}

const LOAD_PER_CORE_MAX = 2;
const FAILED_SHARE_MAX = 0.3;

/** Where a machine does more than it can, services refuse some requests with a 503 that says so; else none may fail. */
export function expectNoneFailed(
  sent: readonly Sent[],
  failed: readonly Sent[] = sent.filter(hasFailed),
): void {
  const [lastMinute = 0] = loadavg();
  if (lastMinute <= LOAD_PER_CORE_MAX * availableParallelism()) expect(failed).toEqual([]);
  else expect(failed.length).toBeLessThanOrEqual(sent.length * FAILED_SHARE_MAX);
}
