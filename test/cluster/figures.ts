import { existsSync, readFileSync, writeSync } from 'node:fs';
import { hasFailed } from './load.ts';
import type { SentRequest } from './send.ts';

/** Jest would show where it was written with every line. */
export function figures(line: string): void {
  writeSync(process.stderr.fd, `  ${line}\n`);
}

/** Says how long it has been. */
export function watch(): () => string {
  const from = Date.now();
  return () => `${((Date.now() - from) / 1_000).toFixed(1)} s`;
}

/** How many were sent, how many failed and how: `300 requests, 2 failed: 2 x query 503 unavailable`. */
export function describeFailures(sent: readonly SentRequest[]): string {
  const ways = new Map<string, number>();
  for (const { what, outcome } of sent.filter(hasFailed)) {
    const way = `${what} ${outcome}`;
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  const failed = [...ways.values()].reduce((sum, count) => sum + count, 0);
  const listed = [...ways].map(([way, count]) => `${count} x ${way}`).join(', ');
  return `${sent.length} requests, ${failed} failed${failed > 0 ? `: ${listed}` : ''}`;
}

/** Which share of the processors' time the host of this machine gave to others since this call; Linux only. */
export function watchHost(): () => string {
  const before = processorTimes();
  return () => {
    const spent = processorTimes().map((time, index) => time - (before[index] ?? 0));
    const all = spent.reduce((sum, time) => sum + time, 0);
    return all > 0 ? `, the host took ${((100 * (spent[STOLEN] ?? 0)) / all).toFixed(0)} %` : '';
  };
}

const STOLEN = 7;
function processorTimes(): number[] {
  if (!existsSync('/proc/stat')) return [];
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return all
    .trim()
    .split(/\s+/)
    .slice(1, STOLEN + 2)
    .map(Number);
}

/** Each was answered as it should be. */
export function expectNoneFailed(sent: readonly SentRequest[]): void {
  expect(describeFailures(sent.filter(hasFailed))).toBe('0 requests, 0 failed');
}
