import type { Pool } from 'pg';
import { roleOf } from '../../src/db/roles.ts';
import type { Session } from '../../src/db/session.ts';
import { createTopics } from '../../src/events/admin.ts';
import { publishTo } from '../../src/events/postgres/log.ts';
import { openPositions } from '../../src/events/postgres/subscribe.ts';
import { testCosts } from '../../src/testing/statement-costs.ts';

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
  { name: 'no statistics', rows: 10_000 },
  { name: 'statistics of an empty table', rows: 10_000, before: analyze },
  { name: '100,000 records of one key', rows: 100_000, after: analyze },
  {
    name: 'a snapshot held open for thousands of batches',
    rows: 10_000,
    after: MOVE_ON,
    snapshot: 'select from log_partition',
  },
];

function batchesOf(pool: Pool) {
  const session: Session = {
    query: (text, values) => pool.query(text, values),
    lost: new AbortController().signal,
  };
  const open = () => openPositions(session, { group: GROUP, topics: [TOPIC] });
  const publish = publishTo(pool);
  const record = { topic: TOPIC, key: 'hot', value: Buffer.from('v'), headers: {} };
  let positions: Awaited<ReturnType<typeof open>> | null = null;
  const fetch = async () => {
    positions ??= await open();
    return positions.fetch({ isDue: () => true, after: [], limit: BATCH });
  };
  return {
    'publishing records': () => publish(Array.from({ length: BATCH }, () => record)),
    'finding positions': open,
    'reading records': fetch,
    'moving offsets': async () => {
      const records = await fetch();
      await positions?.advance(records);
    },
  };
}

testCosts('a batch of the event log reads its own records only', {
  template: 'events',
  tables: TABLES,
  states: STATES,
  async prepare(eventsDatabaseUrl) {
    const rights = { topics: { [TOPIC]: roleOf('events', 'app') }, groups: {} };
    await createTopics({ eventsDatabaseUrl }, { topics: [TOPIC], partitions: PARTITIONS, rights });
  },
  fill,
  batchesOf,
  pagesMax: () => BATCH * PAGES_PER_ROW_MAX,
});
