import { setImmediate } from 'node:timers/promises';
import { BATCH_SIZE_MAX } from '../../src/events/event-log.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  expectCompleteAndInOrder,
  type LogServer,
  newGroup,
  numbered,
  openLogs,
  publishSurely,
} from './log-server.ts';

export function describeOrder(server: () => LogServer): void {
  test('records of one key come in the order in which they were published, with key, value and headers', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const published = numbered(7, 350);
    const received = await logs.receive(newGroup());

    for (let start = 0; start < published.length; start += 50) {
      const part = published.slice(start, start + 50);
      await publishSurely(log, logs.records(part));
    }

    await eventually(() => received.values().length === published.length);
    expectCompleteAndInOrder(received.values(), published);
    const [first] = received.records;
    expect(first).toMatchObject({ topic: logs.topic, key: first?.value.toString().split(':')[0] });
    expect(first?.headers).toEqual({
      'event-id': expect.any(String),
      origin: first?.value.toString(),
    });
  });

  test('records of one key that several processes publish are all there', async () => {
    await using logs = await openLogs(server());
    const received = await logs.receive(newGroup());
    const publishers = [logs.open(), logs.open(), logs.open()];

    await Promise.all(
      publishers.map(async (log, publisher) => {
        for (let i = 0; i < 40; i += 1)
          await publishSurely(log, [logs.record('one', `${publisher}-${i}`)]);
      }),
    );

    await eventually(() => received.values().length === 120);
    const offsets = received.records.map(({ offset }) => Number(offset));
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  });

  test('a new group starts at the beginning, and each group sees every record', async () => {
    await using logs = await openLogs(server());
    const published = numbered(5, 60);
    await publishSurely(logs.open(), logs.records(published));

    for (const group of [newGroup(), newGroup()]) {
      const received = await logs.receive(group);
      await eventually(() => received.values().length === published.length);
      expectCompleteAndInOrder(received.values(), published);
    }
  });

  test('a group goes on where it stopped', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const group = newGroup();
    await publishSurely(log, [logs.record('a', 'a:before')]);
    const earlier = await logs.receive(group);
    await eventually(() => earlier.values().length === 1);
    await earlier[Symbol.asyncDispose]();

    await publishSurely(log, [logs.record('a', 'a:after')]);

    const later = await logs.receive(group);
    await eventually(() => later.values().includes('a:after'));
    expect(later.values()).toEqual(['a:after']);
  });

  test('batches are bounded, however much waits', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const published = numbered(1, 3 * BATCH_SIZE_MAX + 1);
    for (let start = 0; start < published.length; start += 400) {
      const part = published.slice(start, start + 400);
      await publishSurely(log, logs.records(part));
    }

    const received = await logs.receive(newGroup());

    await eventually(() => received.values().length === published.length);
    expectCompleteAndInOrder(received.values(), published);
    expect(Math.max(...received.batchSizes)).toBeLessThanOrEqual(BATCH_SIZE_MAX);
    expect(Math.max(...received.batchSizes)).toBeGreaterThan(1);
  });

  test('a refused batch comes again, before any later record of its keys', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    let refusals = 3;
    const received = await logs.receive(newGroup(), async () => {
      await setImmediate();
      refusals -= 1;
      if (refusals >= 0) throw new Error('not now');
    });
    const published = numbered(3, 30);

    for (const { key, value } of published) await publishSurely(log, [logs.record(key, value)]);

    await eventually(() => received.values().length === published.length);
    expectCompleteAndInOrder(received.values(), published);
    expect(refusals).toBeLessThan(0);
  });

  test('a partition whose batches keep failing holds up no other, and comes in order once they succeed', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    let failing: number | undefined;
    let isDown = true;
    const received = await logs.receive(newGroup(), async (records) => {
      failing ??= records[0]?.partition;
      if (isDown && records.some(({ partition }) => partition === failing))
        throw new Error('not now');
    });
    await publishSurely(log, [logs.record('0', '0:first')]);
    await eventually(() => failing !== undefined);
    const published = numbered(20, 100);

    for (const { key, value } of published) await publishSurely(log, [logs.record(key, value)]);

    await eventually(() => received.values().length > published.length / 2);
    expect(received.records.map(({ partition }) => partition)).not.toContain(failing);
    isDown = false;
    await eventually(() => received.values().length === published.length + 1);
    expectCompleteAndInOrder(received.values(), [{ key: '0', value: '0:first' }, ...published]);
  });

  test('a topic that was never created is refused by name', async () => {
    await using logs = await openLogs(server());
    const log = logs.open();
    const topic = 'never-created';

    const record = { ...logs.record('a', 'a'), topic };
    await expect(log.publish([record])).rejects.toThrow('unknown topic among never-created');
    const subscribed = log.subscribe(
      { group: newGroup(), topics: [topic], databaseUrl: server().consumerUrl },
      async () => {},
    );
    await expect(subscribed).rejects.toThrow('unknown topic among never-created');
    await publishSurely(log, [logs.record('a', 'a')]);
  });
}
