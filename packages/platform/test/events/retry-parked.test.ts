import { EVENT_ID_HEADER } from '../../src/events/event-log.ts';
import { claimNew, UnprocessableEvent } from '../../src/events/handle-once.ts';
import { discardParked, listParked, lockKeys, requestRetry } from '../../src/events/parked.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openConsumer, received, UNDECODABLE } from './open-consumer.ts';

const TOPIC = 'events';

/** The transaction that handled `a1` waits at its commit for as long as the test holds the lock 42. */
const HOLD_COMMITS = `
  create function hold_commit() returns trigger language plpgsql as $$
  begin
    if new.value = 'a1' then perform pg_advisory_xact_lock(42); end if;
    return null;
  end $$;
  create constraint trigger hold_commits after insert on effect
    deferrable initially deferred for each row execute function hold_commit()`;

const WAITING = `
  select from pg_locks
   where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`;

const WAITING_FOR_CLAIM = `
  select from pg_locks
   where locktype = 'transactionid' and not granted
     and pid in (select pid from pg_stat_activity where datname = current_database())`;

/** A consumer that refuses events whose value is in `refused`, for as long as it is. */
async function openRefusing(...values: string[]) {
  const refused = new Set(values);
  const consumer = await openConsumer(async (_tx, events) => {
    const event = events.find((each) => refused.has(each.event));
    if (event) throw new UnprocessableEvent(event.eventId, `${event.event} is refused`);
  });
  return { ...consumer, refused };
}

describeNeeding(['postgres'], 'retrying parked records', () => {
  test('handles the records of a key again in their order, and nothing else of the group', async () => {
    await using consumer = await openRefusing('a1', 'b1');
    const { group, deliver } = consumer;
    await deliver(received('a', 'a1'), received('a', 'a2'), received('b', 'b1'));
    await deliver(received('a', 'a3'));
    consumer.refused.clear();

    const first = await requestRetry(consumer.pool, { group, topic: TOPIC, key: 'a' });

    expect(first).toMatchObject({ key: 'a', reason: 'unprocessable', waitingBehind: 2 });
    await eventually(async () => expect(await consumer.effects()).toEqual(['a1', 'a2', 'a3']));
    expect(await consumer.parked()).toMatchObject([{ value: 'b1' }]);
    const { rows } = await consumer.pool.query('select from outbox');
    expect(rows).toEqual([]);
    await deliver(received('a', 'a4'));
    expect(await consumer.effects()).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  test('a record that fails again stays with its new reason and attempts, and blocks its key as before', async () => {
    await using consumer = await openRefusing('a1', 'a2');
    const { group, deliver } = consumer;
    await deliver(received('a', 'a1'), received('a', 'a2'), received('a', 'a3'));
    consumer.refused.delete('a1');

    await requestRetry(consumer.pool, { group, topic: TOPIC, key: 'a' });

    await eventually(async () =>
      expect(await listParked(consumer.pool, 10)).toMatchObject([
        { reason: 'unprocessable', detail: 'a2 is refused', attempts: 2, waitingBehind: 1 },
      ]),
    );
    expect(await consumer.effects()).toEqual(['a1']);
    await deliver(received('a', 'a4'));
    expect(await consumer.effects()).toEqual(['a1']);
    expect((await consumer.parked()).map(({ value }) => value)).toEqual(['a2', 'a3', 'a4']);
  });

  test('an error that may pass keeps the request, and the retry succeeds later', async () => {
    let failures = 0;
    let isRefused = true;
    await using consumer = await openConsumer(async (_tx, events) => {
      const [event] = events;
      if (isRefused && event) throw new UnprocessableEvent(event.eventId, 'refused');
      failures += 1;
      if (failures === 1) throw new Error('database restarts');
    });
    const { group, deliver } = consumer;
    await deliver(received('a', 'a1'));
    isRefused = false;

    await requestRetry(consumer.pool, { group, topic: TOPIC, key: 'a' });

    await eventually(async () => expect(await consumer.effects()).toEqual(['a1']));
    expect(failures).toBe(2);
    expect(await consumer.parked()).toEqual([]);
  });

  test('an event that comes twice is parked once, whatever its offset, and is retried as one', async () => {
    await using consumer = await openRefusing('a1');
    const { group, deliver } = consumer;
    const first = received('a', 'a1');
    await deliver(first);
    await deliver({ ...received('a', 'a1'), headers: first.headers });
    expect(await consumer.parked()).toHaveLength(1);
    consumer.refused.clear();

    await requestRetry(consumer.pool, { group, topic: TOPIC, key: 'a' });

    await eventually(async () => expect(await consumer.effects()).toEqual(['a1']));
    expect(await consumer.parked()).toEqual([]);
  });

  test('a log that was made anew, whose offsets begin again, hides no record behind a parked one', async () => {
    await using consumer = await openRefusing('a1', 'b1');
    const { deliver } = consumer;
    const first = received('a', 'a1');
    await deliver(first);
    await deliver({ ...received('b', 'b1'), offset: first.offset });

    expect((await consumer.parked()).map(({ value }) => value)).toEqual(['a1', 'b1']);
  });

  test('an event that was handled in the meantime is removed and not handled twice', async () => {
    await using consumer = await openRefusing('a1');
    const { group, deliver } = consumer;
    const record = received('a', 'a1');
    await deliver(record);
    const claim = 'insert into inbox (consumer_group, event_id) values ($1, $2)';
    await consumer.pool.query(claim, [group, record.headers['event-id']]);

    await requestRetry(consumer.pool, { group, topic: TOPIC, key: 'a' });

    await eventually(async () => expect(await consumer.parked()).toEqual([]));
    expect(await consumer.effects()).toEqual([]);
  });

  test('many replicas that are asked at once, while more comes, handle each event once and in order', async () => {
    await using consumer = await openRefusing('a0');
    const { group, deliver } = consumer;
    for (let member = 2; member <= 3; member += 1) await consumer.join(group);
    const values = Array.from({ length: 300 }, (_, index) => `a${index}`);
    const records = values.map((value) => received('a', value));
    await deliver(...records.slice(0, 250));
    consumer.refused.clear();

    await requestRetry(consumer.pool, { group, topic: TOPIC, key: 'a' });
    for (const record of records.slice(250)) await deliver(record);

    await eventually(async () => expect(await consumer.effects()).toHaveLength(300));
    expect(await consumer.effects()).toEqual(values);
    expect(await consumer.parked()).toEqual([]);
  });

  test('a record that comes while the retry of those before it commits is not left behind', async () => {
    await using consumer = await openRefusing('a1');
    const { pool, group, deliver } = consumer;
    await deliver(received('a', 'a1'));
    consumer.refused.clear();
    await pool.query(HOLD_COMMITS);
    const blocker = await pool.connect();
    await blocker.query('select pg_advisory_lock(42)');
    await requestRetry(pool, { group, topic: TOPIC, key: 'a' });
    await eventually(async () => (await pool.query(WAITING)).rows.length === 1);

    let isDelivered = false;
    const delivered = deliver(received('a', 'a2')).then(() => {
      isDelivered = true;
    });
    await eventually(async () => isDelivered || (await blocker.query(WAITING)).rows.length === 2);
    await blocker.query('select pg_advisory_unlock(42)');
    blocker.release();
    await delivered;

    await eventually(async () => expect(await consumer.effects()).toEqual(['a1', 'a2']));
    expect(await consumer.parked()).toEqual([]);
  });

  test('a retry and a batch that has the same event again wait for each other in one order', async () => {
    await using consumer = await openRefusing('a1');
    const { pool, group, deliver } = consumer;
    const record = received('a', 'a1');
    await deliver(record);
    consumer.refused.clear();
    const batch = await pool.connect();
    await batch.query('begin');
    await claimNew(batch, group, [{ ...record, eventId: record.headers[EVENT_ID_HEADER] ?? '' }]);
    await requestRetry(pool, { group, topic: TOPIC, key: 'a' });
    await eventually(async () => (await pool.query(WAITING_FOR_CLAIM)).rows.length === 1);

    await lockKeys(batch, group, [record]);
    await batch.query('rollback');
    batch.release();

    await eventually(async () => expect(await consumer.effects()).toEqual(['a1']));
    expect(await consumer.parked()).toEqual([]);
  });

  test('the record that blocks a key can be discarded, and those behind it go on; one that waits cannot', async () => {
    await using consumer = await openRefusing('a1');
    const { deliver } = consumer;
    await deliver(...['a1', 'a2', 'a3', 'a4'].map((value) => received('a', value)));
    const ids = (await consumer.pool.query('select id from parked_record order by id')).rows;

    expect(await discardParked(consumer.pool, ids[2].id)).toBeNull();
    expect(await consumer.effects()).toEqual([]);
    expect(await discardParked(consumer.pool, ids[0].id)).toMatchObject({ waitingBehind: 3 });

    await eventually(async () => expect(await consumer.effects()).toEqual(['a2', 'a3', 'a4']));
    expect(await discardParked(consumer.pool, ids[0].id)).toBeNull();
  });

  test('the number of parked records is a gauge, and every reason is counted from zero', async () => {
    await using consumer = await openConsumer();
    const { group, deliver } = consumer;
    const metrics = () => consumer.runtime.metrics.metrics();
    for (const reason of ['no_event_id', 'undecodable', 'unprocessable', 'behind_parked']) {
      expect(await metrics()).toContain(
        `events_parked_total{group="${group}",reason="${reason}"} 0`,
      );
    }
    await eventually(async () =>
      expect(await metrics()).toContain(`events_parked{group="${group}"} 0`),
    );

    await deliver(received('a', UNDECODABLE), received('a', 'a2'));

    await eventually(async () =>
      expect(await metrics()).toContain(`events_parked{group="${group}"} 2`),
    );
  });
});
