import fc from 'fast-check';
import { UnprocessableEvent } from '../../src/events/handle-once.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { newGroup } from './log-server.ts';
import { openConsumer, received, UNDECODABLE } from './open-consumer.ts';

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
