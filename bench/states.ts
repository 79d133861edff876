import pg from 'pg';
import { type Row, rowOfRounds } from './report.ts';
import { inTurns } from './rounds.ts';
import type { BenchRun } from './run-parts.ts';
import { execute } from './service-alone.ts';

/** What the planner and the vacuum of a service's databases can be left with; resolves with what ends the state. */
type Prepare = (databaseUrls: readonly string[]) => Promise<AsyncDisposable>;

const NOTHING_TO_END: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** Analyzed after work of the same kind, as it is in normal operation. */
const analyzed: Prepare = async (urls) => {
  for (const url of urls) await execute(url, 'vacuum analyze');
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
  for (const url of urls) await execute(url, NO_AUTOVACUUM);
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
  const { title, unit, open, round, count, rounds, backlog } = work;
  await using good = await open('good');
  await using _good = await prepared(good, analyzed, work);
  const rows: Row[] = [];
  for (const [name, prepare] of Object.entries(STATES)) {
    bench.say(`${title}: beside a good one a service with ${name}...`);
    await using state = await open('state');
    await using _state = await prepared(state, prepare, work);
    const compare = async (each: number, turns: number): Promise<void> => {
      const sides = {
        state: async () => ({ [unit]: await round(state, each) }),
        async good() {
          await analyzed(good.urls);
          return { [unit]: await round(good, each) };
        },
      };
      const about = `${title} of ${each}, ${name} (floor: good)`;
      const { state: ours = [], good: floor = [] } =
        (await inTurns(bench, about, { rounds: turns }, sides))[unit] ?? {};
      rows.push(rowOfRounds(about, ours, floor, unit));
    };
    await compare(count, rounds);
    if (prepare === noStatistics && backlog > 0) await compare(backlog, 1);
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
