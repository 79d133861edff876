import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { urlOf } from '../../src/db/pool.ts';
import { prune } from '../../src/db/prune.ts';
import { roleOf } from '../../src/db/roles.ts';
import { createTopics } from '../../src/events/admin.ts';
import { consume } from '../../src/events/consumer.ts';
import type { EventRecord } from '../../src/events/event-log.ts';
import { appendToOutbox, OLD_INBOX, OLD_OUTBOX, OLD_RECORDS } from '../../src/events/outbox.ts';
import { openPostgresEventLog } from '../../src/events/postgres/log.ts';
import { type RelayLog, startRelay } from '../../src/events/relay.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { expectCompleteAndInOrder, newGroup, numbered } from './log-server.ts';
import { appendEvents, unpublishedCount } from './outbox-rows.ts';

const TOPIC = 'events';
const PARTITIONS = 3;
const RIGHTS = { topics: { [TOPIC]: roleOf('events', 'app') }, groups: {} };

async function openService() {
  const stack = new AsyncDisposableStack();
  const runtime = testRuntime();
  const database = stack.use(await freshDatabase('messaging'));
  const events = stack.use(await freshDatabase('events'));
  await createTopics(
    { eventsDatabaseUrl: events.adminUrl },
    { topics: [TOPIC], partitions: PARTITIONS, rights: RIGHTS },
  );
  const pool = stack.use(openTestPool(database.url, 5));
  const eventLog = stack.use(openPostgresEventLog({ url: events.url, runtime }));
  const published: string[] = [];
  /** The real log, remembering what was sent; `after` runs when a send is done. */
  const remembering = (after: () => Promise<void> = async () => {}): RelayLog => ({
    ...eventLog,
    async publish(records: readonly EventRecord[]) {
      await eventLog.publish(records);
      published.push(...records.map(({ value }) => value.toString()));
      await after();
    },
  });
  const relay = async (log = remembering()) =>
    stack.use(
      await startRelay({
        pool,
        databaseUrl: database.url,
        eventLog: log,
        sign: (record) => record,
        runtime,
      }),
    );
  return {
    pool,
    databaseUrl: database.url,
    runtime,
    eventLog,
    published,
    remembering,
    relay,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function endRelaySessions(pool: Pool): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'relay' and datname = current_database()`,
  );
}

describeNeeding(['postgres'], 'the relay', () => {
  test('publishes what was committed, in order, with its id and trace, and marks it', async () => {
    await using service = await openService();
    const { pool, eventLog } = service;
    const received: EventRecord[] = [];
    await eventLog.subscribe(
      { group: newGroup(), topics: [TOPIC], databaseUrl: urlOf(pool) },
      async (records) => {
        received.push(...records);
      },
    );
    await service.relay();
    const eventId = randomUUID();

    await appendEvents(pool, TOPIC, [{ key: 'a', value: 'a:1', eventId }]);

    await eventually(() => received.length === 1);
    expect(received[0]).toMatchObject({ key: 'a', headers: { 'event-id': eventId } });
    await eventually(async () => (await unpublishedCount(pool)) === 0);
  });

  test('publishes a row that commits late with a lower id than those already sent', async () => {
    await using service = await openService();
    const { pool, published } = service;
    await service.relay();
    const late = await pool.connect();
    await late.query('begin');
    const event = { topic: TOPIC, key: 'late', eventId: randomUUID(), value: Buffer.from('late') };
    await appendToOutbox(late, [event]);
    await appendEvents(pool, TOPIC, [{ key: 'early', value: 'early' }]);
    await eventually(() => published.includes('early'));

    await late.query('commit');
    late.release();

    await eventually(() => published.includes('late'));
    expect(published).toEqual(['early', 'late']);
  });

  test('of several relays one is at work, so a key is never reordered; another takes over when it ends', async () => {
    await using service = await openService();
    const { pool, published } = service;
    let sending = 0;
    let sendingMost = 0;
    const counting = () => {
      const log = service.remembering();
      return {
        ...log,
        async publish(records: readonly EventRecord[]) {
          sending += 1;
          sendingMost = Math.max(sendingMost, sending);
          await log.publish(records);
          sending -= 1;
        },
      };
    };
    const rows = numbered(3, 300);
    const relays = [await service.relay(counting()), await service.relay(counting())];

    for (let start = 0; start < 150; start += 10) {
      await appendEvents(pool, TOPIC, rows.slice(start, start + 10));
    }
    // Later a send may outlive its lease; the order of each key holds all the same.
    expect(sendingMost).toBe(1);
    await endRelaySessions(pool);
    for (let start = 150; start < 300; start += 10) {
      await appendEvents(pool, TOPIC, rows.slice(start, start + 10));
    }
    await eventually(async () => (await unpublishedCount(pool)) === 0);
    await relays[0]?.[Symbol.asyncDispose]();
    await appendEvents(pool, TOPIC, [{ key: 'key0', value: 'key0:after' }]);

    await eventually(() => published.includes('key0:after'));
    const inOrder = [...rows, { key: 'key0', value: 'key0:after' }];
    expectCompleteAndInOrder([...new Set(published)], inOrder);
  });

  test('killed between publish and mark it sends again, and consumers absorb the repeats', async () => {
    await using service = await openService();
    const { pool, runtime, eventLog, published } = service;
    let kills = 3;
    const killed = service.remembering(async () => {
      kills -= 1;
      if (kills >= 0) await endRelaySessions(pool);
    });
    const handled: string[] = [];
    await using _consumer = await consume({
      eventLog,
      pool,
      runtime,
      group: newGroup(),
      topics: [TOPIC],
      authenticate: () => null,
      decode: ({ value }) => value.toString(),
      handle: async (_tx, events) => void handled.push(...events.map(({ event }) => event)),
    });
    const rows = numbered(2, 20);
    await appendEvents(pool, TOPIC, rows);
    await service.relay(killed);

    await eventually(async () => (await unpublishedCount(pool)) === 0);

    expect(published.length).toBeGreaterThan(rows.length);
    await eventually(() => handled.length >= rows.length);
    await appendEvents(pool, TOPIC, [{ key: 'key0', value: 'key0:last' }]);
    await eventually(() => handled.includes('key0:last'));
    expectCompleteAndInOrder(handled, [...rows, { key: 'key0', value: 'key0:last' }]);
  });

  test('shows how much waits, and for how long', async () => {
    await using service = await openService();
    const { pool, runtime } = service;
    await appendEvents(pool, TOPIC, numbered(1, 3));
    const noBroker = () => Promise.reject(new Error('no broker'));
    await service.relay({ system: 'kafka', publish: noBroker, probe: noBroker });

    await eventually(async () => {
      const text = await runtime.metrics.metrics();
      expect(text).toContain('outbox_unpublished{topic="events"} 3');
      expect(text).toMatch(/outbox_oldest_unpublished_seconds\{topic="events"\} \d+\.\d+/);
      expect(text).toMatch(/relay_publish_failures_total [1-9]/);
    });
  });

  test('of two relays one shows that it is the leader, and the other once that has ended', async () => {
    await using service = await openService();
    const { pool, databaseUrl } = service;
    const [one, other] = [testRuntime(), testRuntime()] as const;
    const leaders = async () => {
      const texts = await Promise.all([one, other].map(({ metrics }) => metrics.metrics()));
      return texts.map((text) => Number(/^relay_leader (\d)/m.exec(text)?.[1]));
    };
    const eventLog = service.remembering();
    const sign = (record: EventRecord) => record;
    const start = (runtime: Runtime) => startRelay({ pool, databaseUrl, eventLog, sign, runtime });
    await using stopping = new AsyncDisposableStack();
    const first = await start(one);
    stopping.defer(() => first[Symbol.asyncDispose]());
    await eventually(async () => expect(await leaders()).toEqual([1, Number.NaN]));
    stopping.use(await start(other));
    await eventually(async () => expect(await leaders()).toEqual([1, 0]));

    await first[Symbol.asyncDispose]();

    await eventually(async () => expect(await leaders()).toEqual([0, 1]));
  });
});

test('published events are removed after a week; an unpublished one stays however old it is', async () => {
  await using database = await freshDatabase('messaging');
  await using pool = openTestPool(database.url);
  const insert = `insert into outbox (topic, key, event_id, value, created_at, published_at)
                  values ('t', $1, $2, '', now() - $3::interval, $4)`;
  await pool.query(insert, ['stuck', randomUUID(), '80 days', null]);
  await pool.query(insert, ['old', randomUUID(), '8 days', new Date()]);
  await pool.query(insert, ['young', randomUUID(), '6 days', new Date()]);
  await prune(pool, OLD_OUTBOX, 1);
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
