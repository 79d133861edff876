import fc from 'fast-check';
import { UnprocessableEvent } from '../../src/events/handle-once.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { newGroup } from './log-server.ts';
import { openConsumer, received, UNDECODABLE } from './open-consumer.ts';

describeNeeding(['postgres'], 'the consumer', () => {
  test('handles an event once, whether it comes again later, at another offset or in the same batch', async () => {
    await using consumer = await openConsumer();
    const { group, deliver } = consumer;
    const first = received('a', 'one');
    const again = { ...received('a', 'one'), headers: first.headers };

    await deliver(first, again);
    await deliver(first, again, received('a', 'two'));

    expect(consumer.handled).toEqual(['one', 'two']);
    expect(await consumer.runtime.metrics.metrics()).toContain(
      `inbox_duplicates_total{group="${group}"} 3`,
    );
  });

  test('each group handles an event for itself', async () => {
    await using consumer = await openConsumer();
    const other = newGroup();
    const deliverToOther = await consumer.join(other);
    const event = received('a', 'one');

    await consumer.deliver(event);
    await deliverToOther(event);

    expect(await consumer.effects()).toEqual(['one']);
    expect(await consumer.effects(other)).toEqual(['one']);
  });

  test('a failing handler leaves no trace, and the same batch succeeds later', async () => {
    let failures = 1;
    await using consumer = await openConsumer(async (tx, events) => {
      await tx.query('insert into effect select $1, $2', ['partial', events[0]?.event]);
      failures -= 1;
      if (failures >= 0) throw new Error('database is tired');
    });
    const { deliver } = consumer;
    const batch = [received('a', 'one'), received('b', 'two')];

    await expect(deliver(...batch)).rejects.toThrow('database is tired');
    expect(await consumer.effects('partial')).toEqual([]);

    await deliver(...batch);
    expect(await consumer.effects()).toEqual(['one', 'two']);
    expect(await consumer.parked()).toEqual([]);
  });

  test('a NUL, which Postgres cannot store as text, parks its record and blocks nothing else', async () => {
    await using consumer = await openConsumer();
    const { deliver } = consumer;
    const odd = received('a\0b', UNDECODABLE);
    const headers = { ...odd.headers, 'trace\0': 'x\0y' };

    await deliver({ ...odd, headers }, received('a\0b', 'behind'), received('c', 'good'));

    expect(await consumer.effects()).toEqual(['good']);
    expect(await consumer.parked()).toMatchObject([
      { reason: 'undecodable', detail: 'Error: malformed' },
      { reason: 'behind_parked', value: 'behind' },
    ]);
  });

  test('what is counted is counted after the commit', async () => {
    let counted = 0;
    let copies = 2;
    await using consumer = await openConsumer(async (tx) => {
      await tx.query('insert into checked_at_commit select 1 from generate_series(1, $1)', [
        copies,
      ]);
      return () => {
        counted += 1;
      };
    });
    await consumer.pool.query(
      'create table checked_at_commit (id integer unique deferrable initially deferred)',
    );
    const { deliver } = consumer;
    const event = received('a', 'one');

    await expect(deliver(event)).rejects.toThrow('checked_at_commit');
    expect([consumer.handled, counted]).toEqual([['one'], 0]);
    copies = 1;
    await deliver(event);
    expect(counted).toBe(1);
  });

  test('an event that the handler calls unprocessable is parked, the rest of its batch is handled', async () => {
    await using consumer = await openConsumer(async (_tx, events) => {
      const refused = events.find(({ event }) => event.startsWith('refused'));
      if (refused) throw new UnprocessableEvent(refused.eventId, 'account is unknown');
    });
    const { group, deliver } = consumer;

    await deliver(
      received('a', 'a1'),
      received('b', 'refused1'),
      received('b', 'b2'),
      received('c', 'refused2'),
      received('a', 'a2'),
    );

    expect(await consumer.effects()).toEqual(['a1', 'a2']);
    expect(await consumer.parked()).toMatchObject([
      { value: 'refused1', reason: 'unprocessable', detail: 'account is unknown' },
      { value: 'b2', reason: 'behind_parked' },
      { value: 'refused2', reason: 'unprocessable' },
    ]);
    const metrics = await consumer.runtime.metrics.metrics();
    expect(metrics).toContain(`events_parked_total{group="${group}",reason="unprocessable"} 2`);
    expect(metrics).toContain(`events_parked_total{group="${group}",reason="behind_parked"} 1`);
  });

  test('an unprocessable event that is not in the batch is an error like any other', async () => {
    await using consumer = await openConsumer(async () => {
      throw new UnprocessableEvent('0190a8b4-0000-7000-8000-000000000000', 'whose?');
    });
    const { deliver } = consumer;

    await expect(deliver(received('a', 'one'))).rejects.toThrow('whose?');
    expect(await consumer.parked()).toEqual([]);
  });

  test.each([
    ['missing', {}],
    ['malformed', { 'event-id': "'; drop table inbox" }],
  ])('a record whose id is %s is parked with its headers', async (_what, headers) => {
    await using consumer = await openConsumer();
    const { deliver } = consumer;

    await deliver(received('a', 'nameless', { ...headers, origin: 'here' }), received('b', 'b1'));

    expect(await consumer.effects()).toEqual(['b1']);
    expect(await consumer.parked()).toMatchObject([
      { value: 'nameless', reason: 'no_event_id', headers: { ...headers, origin: 'here' } },
    ]);
  });

  test('what was handled before its key was blocked is not parked when the batch comes again', async () => {
    await using consumer = await openConsumer();
    const { deliver } = consumer;
    const batch = [received('a', 'a1'), received('a', UNDECODABLE), received('a', 'a2')];

    await deliver(...batch);
    await deliver(...batch);

    expect(await consumer.effects()).toEqual(['a1']);
    expect(await consumer.parked()).toMatchObject([
      { value: UNDECODABLE, reason: 'undecodable' },
      { value: 'a2', reason: 'behind_parked' },
    ]);
  });

  test('two members that get the same batch at once handle it once', async () => {
    await using consumer = await openConsumer();
    const members = [consumer.deliver, await consumer.join(consumer.group)];
    const batch = Array.from({ length: 50 }, (_, i) => received(`key${i % 5}`, `value${i}`));

    const outcomes = await Promise.allSettled(
      members.map((deliver, i) => deliver(...(i ? batch.toReversed() : batch))),
    );

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect((await consumer.effects()).toSorted()).toEqual(
      batch.map(({ value }) => value.toString()).toSorted(),
    );
  });
});

const RUNS = 60;
const REFUSED = 'refused';

const anyRecord = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('good') },
    { weight: 1, arbitrary: fc.constantFrom(UNDECODABLE, REFUSED, 'nameless') },
  ),
});

/** How the log delivers: parts of it, some of them again, and how often the handler fails first. */
const anyDelivery = fc.record({
  to: fc.nat(24),
  backBy: fc.nat(6),
  failures: fc.constantFrom(0, 0, 0, 1),
});

/** Of each key the good values up to the first bad one are handled; that one and the rest parked. */
function expected(values: readonly { key: string; value: string; good: boolean }[]) {
  const blocked = new Set<string>();
  const handled: string[] = [];
  const parked: string[] = [];
  for (const { key, value, good } of values) {
    if (!good) blocked.add(key);
    (blocked.has(key) ? parked : handled).push(value);
  }
  return { handled, parked };
}

describeNeeding(['postgres'], 'the consumer, however records come', () => {
  test('handles every good event once and in order per key, and parks the rest in order', async () => {
    let failures = 0;
    await using consumer = await openConsumer(async (_tx, events) => {
      const refused = events.find(({ event }) => event.startsWith(REFUSED));
      if (refused) throw new UnprocessableEvent(refused.eventId, 'refused');
      failures -= 1;
      if (failures >= 0) throw new Error('passing');
    });
    const recordsAndDeliveries = fc.tuple(
      fc.array(anyRecord, { minLength: 1, maxLength: 25 }),
      fc.array(anyDelivery, { maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(recordsAndDeliveries, async ([kinds, deliveries]) => {
        const group = newGroup();
        const deliver = await consumer.join(group);
        const log = kinds.map(({ key, kind }, i) => ({
          good: kind === 'good',
          record: received(key, `${kind}-${i}`, ...(kind === 'nameless' ? [{}] : [])),
        }));
        const records = log.map(({ record }) => record);
        let position = 0;
        for (const { to, backBy, ...delivery } of [
          ...deliveries,
          { to: 25, backBy: 25, failures: 0 },
        ]) {
          // A log may go back and repeat, but it never leaves a record out.
          const start = Math.max(0, position - backBy);
          const end = Math.max(position, Math.min(records.length, to));
          failures = delivery.failures;
          const done = await deliver(...records.slice(start, end)).then(
            () => true,
            () => false,
          );
          if (done) position = end;
        }

        const model = expected(
          log.map(({ record, good }) => ({
            key: record.key,
            value: record.value.toString(),
            good,
          })),
        );
        const keyOf = new Map(records.map(({ key, value }) => [value.toString(), key]));
        const byKey = (values: string[]) =>
          Object.groupBy(values, (value) => keyOf.get(value) ?? '');
        const parked = (await consumer.parked(group)).map(({ value }) => value);
        expect(byKey(await consumer.effects(group))).toEqual(byKey(model.handled));
        expect(parked).toEqual(model.parked);
      }),
      { numRuns: RUNS },
    );
  });
});
