import { loadavg } from 'node:os';
import type { BenchRun } from './bench-run.ts';
import type { Load, Request, Side } from './compare.ts';
import { type Row, row, rowOfRounds } from './report.ts';
import { median } from './statistics.ts';

const TIMES_KNEE = 10;
const CONNECTIONS = [12, 24, 48];
/** A request that finds all of them busy is lost. */
const OVERLOAD_CONNECTIONS = TIMES_KNEE * Math.max(...CONNECTIONS);
const P99_AIM_MS = 1_000;

/** What is still done when ten times as many deposits are requested as the services can create. */
export async function measureOverload(
  { plan, say }: BenchRun,
  load: Load,
  { method, body, expectedStatus, pathsOf }: Request,
  side: Side,
): Promise<Row[]> {
  const { origin, headers } = side;
  const round = { origin, headers, method, body, expectedStatus, paths: await pathsOf(side) };
  const create = (connections: number, durationMs: number, perSecond?: number) =>
    load.ask({ ...round, connections, durationMs, ...(perSecond && { perSecond }) });

  const { roundMs, rounds } = plan.overload;
  let peak = 0;
  let best = 0;
  for (const connections of CONNECTIONS) {
    const { perSecond, p99Ms } = await create(connections, roundMs);
    say(`${connections} connections: ${Math.round(perSecond)}/s, p99 ${p99Ms.toFixed(0)} ms`);
    if (perSecond > peak) [peak, best] = [perSecond, connections];
  }
  const overload = () => create(OVERLOAD_CONNECTIONS, roundMs, TIMES_KNEE * peak);
  // So many new connections at once wait for the kernel, not for our services.
  await overload();
  const rates = { overload: [] as number[], peak: [] as number[] };
  const p99s: number[] = [];
  for (let turn = 1; turn <= rounds; turn += 1) {
    const calm = await create(best, roundMs);
    const { perSecond, p99Ms, others } = await overload();
    rates.peak.push(calm.perSecond);
    rates.overload.push(perSecond);
    p99s.push(p99Ms);
    const replies = Object.entries(others).map(([status, count]) => `${status}: ${count}`);
    say(
      `overload ${turn}/${rounds}: ${Math.round(perSecond)}/s of ${Math.round(TIMES_KNEE * peak)}/s, p99 ${p99Ms.toFixed(0)} ms, ` +
        `other replies ${replies.join(', ')}; peak ${Math.round(calm.perSecond)}/s (load ${loadavg()[0]?.toFixed(1)})`,
    );
  }
  const title = `create at ${TIMES_KNEE} × the knee`;
  return [
    rowOfRounds(`${title} (floor: peak)`, rates.overload, rates.peak, 'requests/s'),
    row(`${title}, p99 of accepted`, median(p99s), P99_AIM_MS, 'ms'),
  ];
}
