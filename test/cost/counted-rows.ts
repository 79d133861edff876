import pg from 'pg';

/** What the database server wrote for one database. */
export type WriteCount = { readonly rows: number; readonly walBytes: number };

/** A row is in the log once; tables of users have higher numbers than those of the server. */
const WRITTEN = `
  select substring(datname from 'test_([a-z]+)_') as database,
         count(*) filter (where block.block_id = 0 and block.relfilenode >= 16384 and block.resource_manager = 'Heap'
                            and block.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)')::integer as rows,
         sum(block.record_length) filter (where block.block_id = 0)::integer as "walBytes"
    from pg_get_wal_block_info($1, $2) as block
    join pg_database on pg_database.oid = block.reldatabase
   group by 1`;

/** Reads what a server wrote between two moments from its write-ahead log, which has no delay and misses nothing. */
export async function openWrittenRows(adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('create extension if not exists pg_walinspect');
  const end = async (): Promise<string> =>
    (await admin.query('select pg_current_wal_insert_lsn() as lsn')).rows[0].lsn;
  let from = await end();
  return {
    async reset(): Promise<void> {
      from = await end();
    },
    /** By database, since the reset. */
    async read(): Promise<ReadonlyMap<string, WriteCount>> {
      // A commit that nobody waits for is flushed a moment later; this one is waited for, and flushes those before it.
      await admin.query('select pg_switch_wal()');
      const { rows } = await admin.query<WriteCount & { database: string }>(WRITTEN, [
        from,
        await end(),
      ]);
      return new Map(rows.map(({ database, ...written }) => [database, written]));
    },
    [Symbol.asyncDispose]: () => admin.end(),
  };
}
