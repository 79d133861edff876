import { randomUUID } from 'node:crypto';
import pg, { type Pool } from 'pg';
import type { EventRecord } from '../../src/events/event-log.ts';
import { appendToOutbox } from '../../src/events/outbox.ts';
import { startRelay } from '../../src/events/relay.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { appendEvents, unpublishedCount } from './outbox-rows.ts';

const TOPIC = 'events';
const WAITING = 20_000;
/** A batch has 1000 rows at most; of these reads each is for one row. */
const ENTRIES_PER_READ_MAX = 100;

type State = {
  readonly name: string;
  readonly waiting: number;
  readonly before?: string;
  readonly after?: string;
  readonly withSnapshot?: true;
};

const STATES: readonly State[] = [
  { name: 'no statistics', waiting: WAITING },
  { name: 'statistics of an empty table', waiting: WAITING, before: 'vacuum analyze outbox' },
  { name: '100,000 waiting at one key', waiting: 100_000, after: 'vacuum analyze outbox' },
  { name: 'a snapshot held open for the whole run', waiting: WAITING, withSnapshot: true },
];

async function openService({ waiting, before, after, withSnapshot }: Omit<State, 'name'>) {
  const stack = new AsyncDisposableStack();
  const runtime = testRuntime();
  const { url, adminUrl } = stack.use(await freshDatabase('messaging'));
  const admin = stack.use(openTestPool(adminUrl));
  await admin.query('alter table outbox set (autovacuum_enabled = off)');
  if (before) await admin.query(before);
  if (withSnapshot) {
    const backup = new pg.Client({ connectionString: adminUrl });
    backup.on('error', () => {});
    await backup.connect();
    stack.defer(() => backup.end());
    await backup.query('begin isolation level repeatable read; select from outbox limit 1');
  }
  await admin.query(
    `insert into outbox (topic, key, event_id, value)
     select '${TOPIC}', 'hot', uuidv7(), 'v' from generate_series(1, ${waiting})`,
  );
  if (after) await admin.query(after);
  const pool = stack.use(openTestPool(url));
  const published: string[] = [];
  const eventLog = {
    system: 'kafka' as const,
    async probe() {},
    async publish(records: readonly EventRecord[]) {
      published.push(...records.map(({ value }) => value.toString()));
    },
  };
  stack.use(
    await startRelay({ pool, databaseUrl: url, eventLog, sign: (record) => record, runtime }),
  );
  return { admin, pool, published, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function readsOf(admin: Pool): Promise<{ scans: number; entries: number }> {
  const { rows } = await admin.query(
    `select sum(idx_scan)::integer as scans, sum(idx_tup_read)::integer as entries
       from pg_stat_user_indexes where indexrelname = 'outbox_unpublished'`,
  );
  return rows[0];
}

/** Entries of the index that a read passes, of single events published one after the other. */
async function entriesPerRead(admin: Pool, pool: Pool): Promise<number> {
  const before = await readsOf(admin);
  let now = before;
  await eventually(async () => {
    await appendEvents(pool, TOPIC, [{ key: 'hot', value: 'v' }]);
    now = await readsOf(admin);
    return now.scans - before.scans >= 20;
  });
  return (now.entries - before.entries) / (now.scans - before.scans);
}

describeNeeding(['postgres'], 'the relay', () => {
  test.each(STATES)(
    'reads what it publishes and not what it has published, with $name',
    async (state) => {
      await using service = await openService(state);
      const { admin, pool, published } = service;
      await eventually(() => published.length >= state.waiting, { timeoutMs: 120_000 });

      await eventually(async () => (await entriesPerRead(admin, pool)) < ENTRIES_PER_READ_MAX, {
        timeoutMs: 120_000,
      });

      const sent = published.length;
      expect(sent + (await unpublishedCount(pool))).toBeGreaterThanOrEqual(state.waiting);
      const { rows } = await admin.query('select count(*)::integer as all from outbox');
      await eventually(() => published.length === rows[0].all);
    },
  );

  test('publishes a row of a transaction that was open while many later ones were published', async () => {
    await using service = await openService({ waiting: 1 });
    const { admin, pool, published } = service;
    const late = await pool.connect();
    await late.query('begin');
    const event = { topic: TOPIC, key: 'late', eventId: randomUUID(), value: Buffer.from('late') };
    await appendToOutbox(late, [event]);
    // Long enough for the relay to look several times who is writing.
    await entriesPerRead(admin, pool);
    await entriesPerRead(admin, pool);

    await late.query('commit');
    late.release();

    await eventually(() => published.includes('late'));
    expect(published.filter((value) => value === 'late')).toEqual(['late']);
  });
});
