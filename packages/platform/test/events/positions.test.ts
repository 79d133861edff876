import type { Pool } from 'pg';
import { PositionLostError, type ReceivedRecord } from '../../src/events/event-log.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { IGNORED, openConsumer, received } from './open-consumer.ts';

describeNeeding(['postgres'], 'the position of a group', () => {
  test('the position of a batch that failed is not stored with another batch, nor with offsets of the log', async () => {
    let isDown = true;
    await using consumer = await openConsumer(async (_tx, events) => {
      if (isDown && events.some(({ event }) => event === 'bad')) throw new Error('not now');
    });
    const { deliver } = consumer;
    const bad = { ...received('a', 'bad'), partition: 1, offset: '4' };

    await expect(deliver(bad)).rejects.toThrow('not now');
    await deliver({ ...received('b', 'good'), partition: 2, offset: '6' });
    expect(await consumer.positions()).toEqual(['2:7']);
    await expect(deliver(bad)).rejects.toThrow('not now');
    await deliver.beforeOffsets();
    expect(await consumer.positions()).toEqual(['2:7']);

    isDown = false;
    await deliver(bad);
    expect(await consumer.positions()).toEqual(['1:5', '2:7']);
  });

  test('a batch that was handled before does not set the group back, and new events at a lower place do', async () => {
    await using consumer = await openConsumer();
    const { deliver } = consumer;
    const first = { ...received('a', 'one'), partition: 1, offset: '4' };
    await deliver(first);
    await deliver({ ...received('a', 'two'), partition: 1, offset: '9' });

    await deliver(first);
    expect(await consumer.positions()).toEqual(['1:10']);

    // The log lost its end, and goes on there.
    await deliver({ ...received('a', 'three'), partition: 1, offset: '6' });
    expect(await consumer.positions()).toEqual(['1:7']);
  });

  test('a record that was ignored sets the group back behind no event after it', async () => {
    await using consumer = await openConsumer();
    const { deliver } = consumer;
    await deliver({ ...received('a', IGNORED), partition: 1, offset: '4' });
    await deliver({ ...received('a', 'one'), partition: 1, offset: '5' });
    await deliver({ ...received('b', 'two'), partition: 2, offset: '0' });
    expect(await consumer.positions()).toEqual(['1:6', '2:1']);

    await deliver({ ...received('a', IGNORED), partition: 1, offset: '6' });
    await deliver.beforeOffsets();
    expect(await consumer.positions()).toEqual(['1:7', '2:1']);
  });

  test('the position of a batch that is being handled is not stored before it commits', async () => {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await using consumer = await openConsumer(async () => {
      begun.resolve();
      await release.promise;
      throw new Error('not now');
    });
    const { deliver } = consumer;

    const handling = expect(deliver(received('a', 'one'))).rejects.toThrow('not now');
    await begun.promise;
    const stored = deliver.beforeOffsets();
    release.resolve();
    await Promise.all([handling, stored]);

    expect(await consumer.positions()).toEqual([]);
  });

  describe('a failover of the database that lost commits', () => {
    const inPartition = (partition: number, offset: number, value: string) => ({
      ...received('a', value),
      partition,
      offset: String(offset),
    });

    test('is noticed before the group moves past them, and they are read again', async () => {
      await using consumer = await openConsumer();
      const { deliver, pool } = consumer;
      const [lost, later] = [inPartition(1, 5, 'lost'), inPartition(1, 6, 'later')];
      await deliver(inPartition(1, 4, 'one'));
      await deliver(lost);
      await forget(pool, lost);
      await pool.query('update consumer_position set next_offset = 5');

      await expect(deliver(later)).rejects.toThrow(PositionLostError);
      expect(await consumer.positions()).toEqual(['1:5']);

      const inLog = { topic: 'events', partition: 1, nextOffset: '6' };
      expect(await deliver.setBack([inLog])).toMatchObject([{ ...inLog, nextOffset: '5' }]);
      await deliver(lost, later);
      expect(await consumer.effects()).toEqual(['one', 'lost', 'later']);
    });

    test('is not passed over by ignored records, not even by the first position of a partition', async () => {
      await using consumer = await openConsumer();
      const { deliver, pool } = consumer;
      const lost = inPartition(1, 5, 'lost');
      await deliver(lost);
      await forget(pool, lost);
      await pool.query('delete from consumer_position');

      await deliver(inPartition(1, 6, IGNORED));
      await expect(deliver.beforeOffsets()).rejects.toThrow(PositionLostError);
      expect(await consumer.positions()).toEqual([]);
    });

    test('is noticed by records of another partition before the offsets of the log move', async () => {
      await using consumer = await openConsumer();
      const { deliver, pool } = consumer;
      await deliver.setBack([]);
      const lost = inPartition(1, 5, 'lost');
      await deliver(lost);
      await forget(pool, lost);
      await pool.query('delete from consumer_position');

      await deliver(inPartition(2, 1, 'other'));
      await expect(deliver.beforeOffsets()).rejects.toThrow(PositionLostError);
    });

    test('is noticed by a process that was only assigned the partition before', async () => {
      await using consumer = await openConsumer();
      const { deliver, pool, group } = consumer;
      const lost = inPartition(1, 5, 'lost');
      await deliver(lost);
      const successor = await consumer.join(group);
      await successor.setBack([{ topic: 'events', partition: 1, nextOffset: '6' }]);
      await forget(pool, lost);
      await pool.query('update consumer_position set next_offset = 5');

      await expect(successor(inPartition(1, 6, 'later'))).rejects.toThrow(PositionLostError);
    });
  });

  test('a process that was replaced without noticing sets back no partition with its events of another', async () => {
    await using consumer = await openConsumer();
    const { deliver } = consumer;
    const stale = { ...received('a', 'one'), partition: 1, offset: '4' };
    await deliver(stale);
    await deliver({ ...received('a', 'two'), partition: 1, offset: '9' });

    await deliver(stale, { ...received('b', 'new'), partition: 2, offset: '0' });
    expect(await consumer.positions()).toEqual(['1:10', '2:1']);
  });
});

/** A replica that had not received the commit is the primary now. */
async function forget(pool: Pool, { headers, value }: ReceivedRecord): Promise<void> {
  await pool.query('delete from inbox where event_id = $1', [headers['event-id']]);
  await pool.query('delete from effect where value = $1', [value.toString()]);
}
