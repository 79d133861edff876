import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { transact } from '../../src/db/transaction.ts';
import type { ReceivedRecord } from '../../src/events/event-log.ts';
import { claimNew } from '../../src/events/handle-once.ts';
import { appendToOutbox } from '../../src/events/outbox.ts';
import { blockedKeys } from '../../src/events/parked.ts';
import { testCosts } from '../../src/testing/statement-costs.ts';

const GROUP = 'webhooks';
const TABLES = ['outbox', 'inbox', 'parked_record'];
const BATCH = 100;
/** Pages for a row of a batch: look-ups by key, its own, and those of the indexes that it changes. */
const PAGES_PER_ROW_MAX = 30;

const fill = (rows: number) => `
  insert into inbox (consumer_group, event_id)
  select '${GROUP}', uuidv7() from generate_series(1, ${rows});
  insert into outbox (topic, key, event_id, value, published_at)
  select 't', 'hot', uuidv7(), 'v', now() from generate_series(1, ${rows});
  insert into parked_record (consumer_group, topic, partition, log_offset, key, value, headers, reason)
  select '${GROUP}', 't', 0, number, 'hot', 'v', '{}', 'undecodable' from generate_series(1, ${rows}) as number`;

const analyze = `vacuum analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', rows: 10_000 },
  { name: 'statistics of an empty table', rows: 10_000, before: analyze },
  { name: '100,000 rows of one key', rows: 100_000, after: analyze },
  {
    name: 'a snapshot held open while parked records were resolved and old rows removed',
    rows: 10_000,
    after: `delete from parked_record where log_offset <= 9000; delete from inbox; delete from outbox`,
    snapshot: 'select from inbox limit 1',
  },
];

const records = (key: () => string) =>
  Array.from({ length: BATCH }, () => ({ topic: 't', key: key() }) as ReceivedRecord);

function batchesOf(pool: Pool) {
  const ids = () => Array.from({ length: BATCH }, () => randomUUID());
  const events = () =>
    ids().map((eventId) => ({ topic: 't', key: 'hot', eventId, value: Buffer.from('v') }));
  return {
    'claim of events': () =>
      transact(pool, (tx) =>
        claimNew(
          tx,
          GROUP,
          ids().map((eventId) => ({ eventId, topic: 'events', partition: 0 })),
        ),
      ),
    'append to the outbox': () => transact(pool, (tx) => appendToOutbox(tx, events())),
    'look for parked keys': () =>
      transact(pool, (tx) => blockedKeys(tx, GROUP, records(randomUUID))),
    'look for one parked key': () =>
      transact(pool, (tx) =>
        blockedKeys(
          tx,
          GROUP,
          records(() => 'hot'),
        ),
      ),
  };
}

testCosts('a batch of inbox, outbox and parked records reads its own rows only', {
  template: 'messaging',
  tables: TABLES,
  states: STATES,
  fill,
  batchesOf,
  pagesMax: () => BATCH * PAGES_PER_ROW_MAX,
});
