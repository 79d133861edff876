import type { BenchRun } from './bench-run.ts';
import { cpuTimeMs } from './cpu-time.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { type Row, row } from './report.ts';
import { median } from './statistics.ts';
import type { Worker } from './worker.ts';

/** One of the two that are compared. */
export type Side = Pick<Round, 'origin' | 'headers'> & {
  /** Of its gateway and its service. */
  readonly pids: readonly number[];
};

export type Request = Pick<Round, 'method' | 'body' | 'expectedStatus'> & {
  readonly name: string;
  readonly pathsOf: (side: Side) => Promise<readonly string[]>;
};

type Load = Worker<Round, RoundResult>;
type Sides = { readonly ours: Side; readonly floor: Side };
type Measured = RoundResult & { readonly cpuMs: number | null };

/**
 * Rounds alternate, so that whatever else the machine does falls on both, and their medians are
 * compared. What a request costs in CPU time is told too: it hardly depends on other load.
 */
export async function compare(
  { plan, say, signal }: BenchRun,
  load: Load,
  request: Request,
  { ours, floor }: Sides,
): Promise<Row[]> {
  say(`${request.name}: preparing and warming up...`);
  const [ourRound, floorRound] = [
    await warmRound(load, request, ours),
    await warmRound(load, request, floor),
  ];
  const results: Record<keyof Sides, Measured[]> = { ours: [], floor: [] };
  for (let turn = 1; turn <= plan.rounds; turn += 1) {
    signal.throwIfAborted();
    const first = await measure(load, ourRound, ours);
    const second = await measure(load, floorRound, floor);
    results.ours.push(first);
    results.floor.push(second);
    say(`${request.name} ${turn}/${plan.rounds}: ours ${shown(first)}, floor ${shown(second)}`);
  }
  return rowsOf(request.name, results);

  async function warmRound(worker: Load, { pathsOf, ...rest }: Request, side: Side) {
    const round: Round = {
      ...rest,
      origin: side.origin,
      headers: side.headers,
      paths: await pathsOf(side),
      connections: plan.connections,
      durationMs: plan.roundMs,
    };
    await worker.ask({ ...round, durationMs: plan.warmUpMs });
    return round;
  }
}

async function measure(load: Load, round: Round, { pids }: Side): Promise<Measured> {
  const before = cpuTimeMs(pids);
  const result = await load.ask(round);
  const after = cpuTimeMs(pids);
  const isKnown = before !== null && after !== null;
  return { ...result, cpuMs: isKnown ? (after - before) / result.requests : null };
}

function rowsOf(name: string, results: Record<keyof Sides, readonly Measured[]>): Row[] {
  const rate = (side: keyof Sides) => median(results[side].map(({ perSecond }) => perSecond));
  const cpu = (side: keyof Sides) => median(results[side].map(({ cpuMs }) => cpuMs ?? 0));
  const rows = [row(name, rate('ours'), rate('floor'), 'requests/s')];
  if (cpu('floor') === 0) return rows;
  return [...rows, row(`${name}, CPU time`, cpu('ours'), cpu('floor'), 'ms/request')];
}

function shown({ perSecond, p50Ms, p99Ms }: RoundResult): string {
  return `${Math.round(perSecond)}/s (p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms)`;
}
