import type { BenchRun } from './bench-run.ts';
import { cpuTimeMs } from './cpu-time.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { type Row, rowOfRounds } from './report.ts';
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
const US_PER_MS = 1_000;
const SIDES = ['ours', 'floor'] as const;
type Sides = Readonly<Record<(typeof SIDES)[number], Side>>;
type Measured = RoundResult & { readonly cpuUs: number | null };

/**
 * Rounds alternate, and so does who goes first, so that whatever else the machine does falls on both.
 * The CPU time of a request is reported too: it hardly depends on other load.
 */
export async function compare(
  { plan, say, signal }: BenchRun,
  load: Load,
  request: Request,
  sides: Sides,
): Promise<Row[]> {
  say(`${request.name}: preparing and warming up...`);
  const rounds = {
    ours: await warmRound(load, request, sides.ours),
    floor: await warmRound(load, request, sides.floor),
  };
  const results: Record<keyof Sides, Measured[]> = { ours: [], floor: [] };
  for (let turn = 1; turn <= plan.rounds; turn += 1) {
    signal.throwIfAborted();
    const shownResults: string[] = [];
    for (const side of turn % 2 === 1 ? SIDES : SIDES.toReversed()) {
      const result = await measure(load, rounds[side], sides[side]);
      results[side].push(result);
      shownResults.push(`${side} ${shown(result)}`);
    }
    say(`${request.name} ${turn}/${plan.rounds}: ${shownResults.join(', ')}`);
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
  return { ...result, cpuUs: isKnown ? ((after - before) * US_PER_MS) / result.requests : null };
}

function rowsOf(name: string, results: Record<keyof Sides, readonly Measured[]>): Row[] {
  const rates = (side: keyof Sides) => results[side].map(({ perSecond }) => perSecond);
  const cpu = (side: keyof Sides) => results[side].map(({ cpuUs }) => cpuUs ?? 0);
  const rows = [rowOfRounds(name, rates('ours'), rates('floor'), 'requests/s')];
  if (cpu('floor').includes(0)) return rows;
  return [...rows, rowOfRounds(`${name}, CPU time`, cpu('ours'), cpu('floor'), 'us/request')];
}

function shown({ perSecond, p50Ms, p99Ms }: RoundResult): string {
  return `${Math.round(perSecond)}/s (p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms)`;
}
