import { randomUUID } from 'node:crypto';
import { openPool } from '../../src/db/pool.ts';
import { prune } from '../../src/db/prune.ts';
import { OLD_INBOX, OLD_OUTBOX, OLD_RECORDS } from '../../src/events/outbox.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { freshDatabase } from '../../src/testing/database.ts';

const log = openLog({ service: 'test', level: 'silent', version: '-' });

async function databaseOf(template: string) {
  const database = await freshDatabase(template);
  const pool = openPool(database.url, { max: 2, log });
  const behind = openPool(database.adminUrl, { max: 2, log });
  return {
    pool,
    behind,
    async [Symbol.asyncDispose]() {
      await pool.end();
      await behind.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

test('published events are removed after a week; an unpublished one stays however old it is', async () => {
  await using db = await databaseOf('messaging');
  const insert = `insert into outbox (topic, key, event_id, value, created_at, published_at)
                  values ('t', $1, $2, '', now() - $3::interval, $4)`;
  await db.pool.query(insert, ['old', randomUUID(), '8 days', new Date()]);
  await db.pool.query(insert, ['young', randomUUID(), '6 days', new Date()]);
  await db.pool.query(insert, ['stuck', randomUUID(), '80 days', null]);
  await prune(db.pool, OLD_OUTBOX);
  const { rows } = await db.pool.query('select key from outbox order by key');
  expect(rows).toEqual([{ key: 'stuck' }, { key: 'young' }]);
});

test('a handled event is remembered longer than any log would bring it again', async () => {
  await using db = await databaseOf('messaging');
  const insert = `insert into inbox (consumer_group, event_id, handled_at)
                  values ($1, $2, now() - $3::interval)`;
  await db.pool.query(insert, ['young', randomUUID(), '59 days']);
  await db.pool.query(insert, ['old', randomUUID(), '61 days']);
  await prune(db.pool, OLD_INBOX);
  const { rows } = await db.pool.query('select consumer_group from inbox');
  expect(rows).toEqual([{ consumer_group: 'young' }]);
});

test('the log in Postgres keeps records for 30 days', async () => {
  await using db = await databaseOf('events');
  const insert = `insert into log_record (topic, partition, log_offset, key, value, headers, at)
                  values ('t', 0, $1, 'k', '', '{}', now() - $2::interval)`;
  await db.behind.query(insert, [0, '31 days']);
  await db.behind.query(insert, [1, '29 days']);
  await prune(db.pool, OLD_RECORDS);
  const { rows } = await db.pool.query('select log_offset from log_record');
  expect(rows).toEqual([{ log_offset: 1 }]);
});
