import pg, { type Pool } from 'pg';
import { openPool } from '../../src/db/pool.ts';
import type { Session } from '../../src/db/session.ts';
import { withSettings } from '../../src/db/with-settings.ts';
import { createTopics } from '../../src/events/create-topics.ts';
import { openHoldings } from '../../src/events/postgres/holdings.ts';
import { publishTo } from '../../src/events/postgres/publish.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { costsOf, reportCosts } from '../../src/testing/statement-costs.ts';

const TOPIC = 'events';
const PARTITIONS = 12;
const GROUP = 'webhooks';
const TABLES = ['log_partition', 'log_record', 'group_offset'];
const BATCH = 100;
/** Pages for a record of a batch: its own, and those of the indexes that it changes. */
const PAGES_PER_ROW_MAX = 30;
/** Batches since the snapshot was taken, each of which moves the end of the partition. */
const BATCHES_UNDER_SNAPSHOT = 2_000;

const fill = (records: number) => `
  insert into log_record (topic, partition, log_offset, key, value, headers)
  select '${TOPIC}', 0, number, 'hot', 'v', '{}' from generate_series(0, ${records} - 1) as number;
  update log_partition set next_offset = ${records} where partition = 0;
  insert into group_offset (consumer_group, topic, partition, next_offset)
  select '${GROUP}', '${TOPIC}', partition, 0 from generate_series(0, ${PARTITIONS} - 1) as partition`;

/** As publishers and consumers do, one transaction each. */
const MOVE_ON = `
  do $$ begin
    for number in 1..${BATCHES_UNDER_SNAPSHOT} loop
      update log_partition set next_offset = next_offset + 1 where partition = 0;
      update group_offset set next_offset = number where partition = 0;
      commit;
    end loop;
  end $$`;

const analyze = `vacuum analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', before: 'select', records: 10_000, after: 'select' },
  { name: 'statistics of an empty table', before: analyze, records: 10_000, after: 'select' },
  { name: '100,000 records of one key', before: 'select', records: 100_000, after: analyze },
  {
    name: 'a snapshot held open for thousands of batches',
    before: 'select',
    records: 10_000,
    after: MOVE_ON,
    withSnapshot: true,
  },
];

function batchesOf(pool: Pool) {
  const session: Session = {
    query: (text, values) => pool.query(text, values),
    lost: new AbortController().signal,
  };
  const holdings = openHoldings(session, GROUP);
  const publish = publishTo(pool);
  const record = { topic: TOPIC, key: 'hot', value: Buffer.from('v'), headers: {} };
  const partitions = Array.from({ length: PARTITIONS }, (_, partition) => ({
    topic: TOPIC,
    partition,
  }));
  const fetch = () => holdings.fetch({ isDue: () => true, after: [], limit: BATCH });
  return {
    'publishing records': () => publish(Array.from({ length: BATCH }, () => record)),
    'taking partitions': () => holdings.take(partitions),
    'reading records': fetch,
    'moving offsets': async () => holdings.advance(await fetch()),
  };
}

describe.each(STATES)('the event log with $name', (state) => {
  const { before, records, after, withSnapshot } = state;
  const resources = new AsyncDisposableStack();
  let url: string;
  beforeAll(async () => {
    const database = resources.use(await freshDatabase('events'));
    url = database.url;
    await createTopics({ eventsDatabaseUrl: url }, [TOPIC], PARTITIONS);
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    for (const table of TABLES) {
      await admin.query(`alter table ${table} set (autovacuum_enabled = off)`);
    }
    await admin.query(before);
    await admin.query(fill(records));
    if (withSnapshot) {
      const backup = new pg.Client({ connectionString: database.adminUrl });
      backup.on('error', () => {});
      await backup.connect();
      resources.defer(() => backup.end());
      await backup.query('begin isolation level repeatable read; select from log_partition');
    }
    await admin.query(after);
    await admin.end();
    await reportCosts(database.adminUrl);
  }, 60_000);
  afterAll(() => resources.disposeAsync());

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'a batch reads its own records only (%s)',
    async (mode) => {
      const log = openLog({ service: 'test', level: 'silent', version: '-' });
      const pool = openPool(withSettings(url, `-c plan_cache_mode=${mode}`), { max: 1, log });
      const costs = costsOf(pool);
      const found: Record<string, number> = {};
      for (const [name, batch] of Object.entries(batchesOf(pool))) {
        await batch();
        found[name] = Math.max(...(await costs.take()).map(({ buffers }) => buffers));
      }
      await pool.end();

      const tooDear = Object.entries(found).filter(
        ([, pages]) => pages > BATCH * PAGES_PER_ROW_MAX,
      );
      expect(Object.values(found).every((pages) => pages > 0)).toBe(true);
      expect(Object.fromEntries(tooDear)).toEqual({});
    },
    30_000,
  );
});
