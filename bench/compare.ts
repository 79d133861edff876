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

export type Load = Worker<Round, RoundResult>;
const US_PER_MS = 1_000;
const SIDES = ['ours', 'floor'] as const;
type Name = (typeof SIDES)[number];
type Sides = Readonly<Record<Name, Side>>;
type MeasuredRound = RoundResult & { readonly cpuUs: number | null };
type Rounds = Readonly<Record<Name, readonly MeasuredRound[]>>;

/** The CPU time of a request is reported too: it depends less on other load. */
export async function compare(
  run: BenchRun,
  load: Load,
  request: Request,
  sides: Sides,
): Promise<Row[]> {
  return rowsOf(request.name, await alternate(run, load, request, sides));
}

/** Rounds alternate, and so does who goes first, so that whatever else the machine does falls on both. */
async function alternate(
  { plan, say, signal }: BenchRun,
  load: Load,
  request: Request,
  sides: Sides,
): Promise<Rounds> {
  say(`${request.name}: preparing and warming up...`);
  const rounds = {
    ours: await warmRound(load, request, sides.ours),
    floor: await warmRound(load, request, sides.floor),
  };
  const results: Record<Name, MeasuredRound[]> = { ours: [], floor: [] };
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
  return results;

  async function warmRound(worker: Load, asked: Request, side: Side) {
    const { pathsOf, ...rest } = asked;
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

async function measure(load: Load, round: Round, { pids }: Side): Promise<MeasuredRound> {
  const before = cpuTimeMs(pids);
  const result = await load.ask(round);
  const after = cpuTimeMs(pids);
  const isKnown = before !== null && after !== null;
  return { ...result, cpuUs: isKnown ? ((after - before) * US_PER_MS) / result.requests : null };
}

function rowsOf(name: string, results: Rounds): Row[] {
  const rates = (side: Name) => results[side].map(({ perSecond }) => perSecond);
  const cpu = (side: Name) => results[side].map(({ cpuUs }) => cpuUs ?? 0);
  const rows = [rowOfRounds(name, rates('ours'), rates('floor'), 'requests/s')];
  if (cpu('floor').includes(0)) return rows;
  return [...rows, rowOfRounds(`${name}, CPU time`, cpu('ours'), cpu('floor'), 'us/request')];
}

function shown({ perSecond, p50Ms, p99Ms, others }: RoundResult): string {
  const refused = Object.values(others).reduce((sum, count) => sum + count, 0);
  const rest = refused > 0 ? `, ${refused} refused` : '';
  return `${Math.round(perSecond)}/s (p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${rest})`;
}
