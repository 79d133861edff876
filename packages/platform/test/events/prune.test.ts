import { randomUUID } from 'node:crypto';
import { prune } from '../../src/db/prune.ts';
import { OLD_INBOX, OLD_OUTBOX, OLD_RECORDS } from '../../src/events/outbox.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';

test('published events are removed after a week; an unpublished one stays however old it is', async () => {
  await using database = await freshDatabase('messaging');
  await using pool = openTestPool(database.url);
  const insert = `insert into outbox (topic, key, event_id, value, created_at, published_at)
                  values ('t', $1, $2, '', now() - $3::interval, $4)`;
  await pool.query(insert, ['old', randomUUID(), '8 days', new Date()]);
  await pool.query(insert, ['young', randomUUID(), '6 days', new Date()]);
  await pool.query(insert, ['stuck', randomUUID(), '80 days', null]);
  await prune(pool, OLD_OUTBOX);
  const { rows } = await pool.query('select key from outbox order by key');
  expect(rows).toEqual([{ key: 'stuck' }, { key: 'young' }]);
});

test('a handled event is remembered longer than any log would bring it again', async () => {
  await using database = await freshDatabase('messaging');
  await using pool = openTestPool(database.url);
  const insert = `insert into inbox (consumer_group, event_id, handled_at)
                  values ($1, $2, now() - $3::interval)`;
  await pool.query(insert, ['young', randomUUID(), '59 days']);
  await pool.query(insert, ['old', randomUUID(), '61 days']);
  await prune(pool, OLD_INBOX);
  const { rows } = await pool.query('select consumer_group from inbox');
  expect(rows).toEqual([{ consumer_group: 'young' }]);
});

test('the log in Postgres keeps records for 30 days', async () => {
  await using database = await freshDatabase('events');
  await using pool = openTestPool(database.url);
  await using behind = openTestPool(database.adminUrl);
  const insert = `insert into log_record (topic, partition, log_offset, key, value, headers, at)
                  values ('t', 0, $1, 'k', '', '{}', now() - $2::interval)`;
  await behind.query(insert, [0, '31 days']);
  await behind.query(insert, [1, '29 days']);
  await prune(pool, OLD_RECORDS);
  const { rows } = await pool.query('select log_offset from log_record');
  expect(rows).toEqual([{ log_offset: 1 }]);
});
