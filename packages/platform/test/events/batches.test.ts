import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Session } from '../../src/db/session.ts';
import type { OnBatch } from '../../src/events/event-log.ts';
import { openBatches, openPositions } from '../../src/events/postgres/subscribe.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { forTests } from '../../src/testing/for-tests.ts';

const SIZE = 4;
const ADD_PARTITION = 'insert into log_partition (topic, partition) values ($1, $2)';
const APPEND = `
  insert into log_record (topic, partition, log_offset, key, value, headers)
  select $1, $2, place, 'key', '', '{}' from generate_series(0, $3::integer - 1) as place`;

const database = forTests(() => freshDatabase('events'));
/** One connection, as the leader of a group has it. */
const open = (options: pg.PoolConfig = {}) =>
  forTests((stack) =>
    stack.adopt(new pg.Pool({ connectionString: database.adminUrl, max: 1, ...options }), (pool) =>
      pool.end(),
    ),
  );
const connection = open({ idleTimeoutMillis: 0 });
const behind = open();

type Partitions = Readonly<Record<number, number>>;
type HandledRecord = { readonly partition: number; readonly offsets: readonly number[] }[];

/** The leader of a group of its own that reads partitions of so many records in batches of four. */
async function openLeader(records: Partitions, onBatch: OnBatch = async () => {}) {
  const topic = `topic ${randomUUID()}`;
  for (const [partition, count] of Object.entries(records)) {
    await behind.query(ADD_PARTITION, [topic, partition]);
    await behind.query(APPEND, [topic, partition, count]);
  }
  const attempted: HandledRecord = [];
  const failingReads = new Set<number>();
  let reads = 0;
  const session: Session = {
    query: async (text, values) => {
      // Of all statements only the one that reads records is given a limit.
      const isRead = values?.[3] === SIZE;
      if (isRead) reads += 1;
      if (isRead && failingReads.has(reads)) throw new Error(`read ${reads} failed`);
      return connection.query(text, values);
    },
    lost: new AbortController().signal,
  };
  const positions = await openPositions(session, { group: topic, topics: [topic] });
  const handle: OnBatch = async (batch) => {
    for (const [partition, part] of Map.groupBy(batch, (record) => record.partition)) {
      attempted.push({ partition, offsets: part.map(({ offset }) => Number(offset)) });
    }
    await onBatch(batch);
  };
  const { handleNext } = openBatches(positions, handle, SIZE);
  return {
    handleNext,
    attempted,
    failingReads,
    reads: () => reads,
    /** What is stored when the offsets of handled batches are. */
    async reached(partition = 0): Promise<number> {
      await positions.store();
      const find = 'select next_offset from group_offset where topic = $1 and partition = $2';
      return Number((await behind.query(find, [topic, partition])).rows[0]?.next_offset);
    },
  };
}

const of = (partition: number, ...offsets: number[]) => ({ partition, offsets });

describeNeeding(['postgres'], 'batches of a leader', () => {
  test('behind a full batch the next one is read once, while the first is handled', async () => {
    const readsWhileHandled: number[] = [];
    const leader = await openLeader({ 0: 6 }, async () => {
      readsWhileHandled.push(leader.reads());
    });

    expect(await leader.handleNext()).toBe(true);
    expect(await leader.handleNext()).toBe(false);

    expect(leader.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 4, 5)]);
    expect(readsWhileHandled).toEqual([2, 2]);
  });

  test('an offset moves behind a batch only when that is handled, however much is read ahead', async () => {
    const reached: number[] = [];
    const leader = await openLeader({ 0: 8 }, async () => {
      reached.push(await leader.reached());
    });

    await leader.handleNext();
    await leader.handleNext();

    expect(reached).toEqual([0, 4]);
    expect(await leader.reached()).toBe(8);
  });

  test('a refused batch comes again before what was read ahead behind it', async () => {
    let refusals = 1;
    const leader = await openLeader({ 0: 8 }, async () => {
      if (refusals-- > 0) throw new Error('refused');
    });

    expect(await leader.handleNext()).toBe(true);
    expect(await leader.reached()).toBe(0);
    await eventually(() => leader.handleNext());
    await leader.handleNext();

    expect(leader.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
    expect(await leader.reached()).toBe(8);
  });

  test('of a refused batch each partition goes on for itself, in order and without a gap', async () => {
    let refusals = 3;
    const accepted: string[] = [];
    const leader = await openLeader({ 0: 2, 1: 2, 2: 9 }, async (records) => {
      if (records.some(({ partition }) => partition === 1) && refusals-- > 0) throw new Error('no');
      accepted.push(...records.map(({ partition, offset }) => `${partition}/${offset}`));
    });

    await eventually(async () => {
      await leader.handleNext();
      return accepted.length >= 13;
    });

    for (const [partition, count] of [2, 2, 9].entries()) {
      const own = accepted.filter((name) => name.startsWith(`${partition}/`));
      expect(own).toEqual(Array.from({ length: count }, (_, offset) => `${partition}/${offset}`));
      expect(await leader.reached(partition)).toBe(count);
    }
  });

  test('what could not be read ahead is read again', async () => {
    const leader = await openLeader({ 0: 8 });
    leader.failingReads.add(2);

    await leader.handleNext();
    await leader.handleNext();

    expect(leader.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
  });

  test('a read that fails again is reported, and the next one returns the same records', async () => {
    const leader = await openLeader({ 0: 8 });
    leader.failingReads.add(2).add(3);

    await leader.handleNext();
    await expect(leader.handleNext()).rejects.toThrow('read 3 failed');
    await leader.handleNext();

    expect(leader.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
    expect(await leader.reached()).toBe(8);
  });
});
