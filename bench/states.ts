import pg from 'pg';

/** What the planner and the vacuum of a service's databases can be left with; resolves with what ends the state. */
export type Prepare = (databaseUrls: readonly string[]) => Promise<AsyncDisposable>;

const NOTHING_TO_END: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** Analyzed after work of the same kind, as it is in normal operation. */
export const analyzed: Prepare = async (urls) => {
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
export const STATES = {
  'no statistics': noStatistics,
  'statistics of an empty table': emptyStatistics,
  'a snapshot held open': openSnapshot,
} as const;

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
