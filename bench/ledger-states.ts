import type { BenchRun } from './bench-run.ts';
import { accountIds } from './ledger/credits.ts';
import { type LedgerBench, openLedgerBench } from './ledger/service.ts';
import { type Row, rowOfRounds } from './report.ts';
import { analyzed, STATES } from './states.ts';

const ACCOUNTS = accountIds(1_000);

type Sides = { readonly good: LedgerBench; readonly state: LedgerBench };
type Comparison = { readonly state: string; readonly count: number; readonly rounds: number };

/** How fast payments are booked in states of the database that nobody wishes for, beside the good one. */
export async function measureBooking(run: BenchRun, name = 'bench_booking'): Promise<Row[]> {
  const { credits, rounds, backlog } = run.plan.booking;
  await using resources = new AsyncDisposableStack();
  run.say('Posting: a ledger in the good state...');
  const good = resources.use(await openLedgerBench(run, `${name}_good`));
  const rows: Row[] = [];
  for (const [title, prepare] of Object.entries(STATES)) {
    run.say(`Posting: beside it one with ${title}...`);
    await using state = await openLedgerBench(run, `${name}_state`);
    await using _prepared = await prepare(state.urls);
    rows.push(await compare(run, { good, state }, { state: title, count: credits, rounds }));
    if (prepare !== STATES['no statistics'] || backlog === 0) continue;
    rows.push(await compare(run, { good, state }, { state: title, count: backlog, rounds: 1 }));
  }
  return rows;
}

/** Alternating, so that whatever else the machine does falls on both. */
async function compare(
  { say, signal }: BenchRun,
  { good, state }: Sides,
  { state: title, count, rounds }: Comparison,
): Promise<Row> {
  const rates = { good: [] as number[], state: [] as number[] };
  for (let number = 1; number <= rounds; number += 1) {
    signal.throwIfAborted();
    await analyzed(good.urls);
    rates.good.push(await good.round(ACCOUNTS, count));
    rates.state.push(await state.round(ACCOUNTS, count));
    const [before, now] = [rates.good, rates.state].map((list) => Math.round(list.at(-1) ?? 0));
    say(`booking of ${count}, ${title} ${number}/${rounds}: ${now}/s, good ${before}/s`);
  }
  const name = `booking of ${count}, ${title} (floor: good)`;
  return rowOfRounds(name, rates.state, rates.good, 'credits/s');
}
