import pg from 'pg';
import type { BenchRun } from './bench-run.ts';
import { type Row, rowOfRounds } from './report.ts';

/** What the planner and the vacuum of a service's databases can be left with; resolves with what ends the state. */
type Prepare = (databaseUrls: readonly string[]) => Promise<AsyncDisposable>;

const NOTHING_TO_END: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** Analyzed after work of the same kind, as it is in normal operation. */
const analyzed: Prepare = async (urls) => {
  for (const url of urls) await run(url, 'vacuum analyze');
  return NOTHING_TO_END;
};

const NO_AUTOVACUUM = `
  do $$ declare name text; begin
    for name in select oid::regclass::text from pg_class
                 where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', name);
    end loop;
  end $$`;

/** Autovacuum never ran. */
const noStatistics: Prepare = async (urls) => {
  for (const url of urls) await run(url, NO_AUTOVACUUM);
  return NOTHING_TO_END;
};

/** The planner believes that the tables are empty. */
const emptyStatistics: Prepare = async (urls) => {
  await noStatistics(urls);
  return analyzed(urls);
};

/** As a backup holds one: no version of a row that changes meanwhile can be removed. */
const openSnapshot: Prepare = async (urls) => {
  await using opening = new AsyncDisposableStack();
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    opening.defer(() => client.end());
    await client.query('begin isolation level repeatable read');
    await client.query('select from pg_class limit 1');
  }
  return opening.move();
};

/** Before there is any work. */
const STATES = {
  'no statistics': noStatistics,
  'statistics of an empty table': emptyStatistics,
  'a snapshot held open': openSnapshot,
} as const;

type Work<Side> = {
  readonly title: string;
  readonly unit: string;
  /** A service on databases of its own. */
  readonly open: (name: string) => Promise<Side>;
  /** How much of the work a second. */
  readonly round: (side: Side, count: number) => Promise<number>;
  /** Before it counts, for a process that stays: one that has just started is slow in any state. */
  readonly warmUpCount?: number;
  readonly count: number;
  readonly rounds: number;
  /** Of the one large round; 0: there is none. */
  readonly backlog: number;
};

/** The same work in states of the database that nobody wishes for, beside the good one. */
export async function compareStates<
  Side extends AsyncDisposable & { readonly urls: readonly string[] },
>(bench: BenchRun, work: Work<Side>): Promise<Row[]> {
  const { title, open, count, rounds, backlog } = work;
  await using good = await open('good');
  await using _good = await prepared(good, analyzed, work);
  const rows: Row[] = [];
  for (const [name, prepare] of Object.entries(STATES)) {
    bench.say(`${title}: beside a good one a service with ${name}...`);
    await using state = await open('state');
    await using _state = await prepared(state, prepare, work);
    const sides = { name, good, state };
    rows.push(await compare(bench, work, sides, { count, rounds }));
    if (prepare !== noStatistics || backlog === 0) continue;
    rows.push(await compare(bench, work, sides, { count: backlog, rounds: 1 }));
  }
  return rows;
}

async function prepared<Side extends { readonly urls: readonly string[] }>(
  side: Side,
  prepare: Prepare,
  { round, warmUpCount }: Work<Side>,
): Promise<AsyncDisposable> {
  const state = await prepare(side.urls);
  if (warmUpCount) await round(side, warmUpCount);
  return state;
}

type Sides<Side> = { readonly name: string; readonly good: Side; readonly state: Side };

/** In turns, so that whatever else the machine does falls on both. */
async function compare<Side extends { readonly urls: readonly string[] }>(
  { say, signal }: BenchRun,
  { title, unit, round }: Work<Side>,
  { name, good, state }: Sides<Side>,
  { count, rounds }: { readonly count: number; readonly rounds: number },
): Promise<Row> {
  const rates = { good: [] as number[], state: [] as number[] };
  for (let turn = 1; turn <= rounds; turn += 1) {
    signal.throwIfAborted();
    await analyzed(good.urls);
    rates.good.push(await round(good, count));
    rates.state.push(await round(state, count));
    const [before, now] = [rates.good, rates.state].map((list) => Math.round(list.at(-1) ?? 0));
    say(`${title} of ${count}, ${name} ${turn}/${rounds}: ${now}/s, good ${before}/s`);
  }
  return rowOfRounds(`${title} of ${count}, ${name} (floor: good)`, rates.state, rates.good, unit);
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
