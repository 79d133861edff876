import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Session } from '../../src/db/session.ts';
import type { OnBatch } from '../../src/events/event-log.ts';
import { openBatches } from '../../src/events/postgres/batches.ts';
import { openHoldings } from '../../src/events/postgres/holdings.ts';
import { freshDatabase, type TestDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';

const SIZE = 4;
const APPEND = `
  insert into log_record (topic, partition, log_offset, key, value, headers)
  select $1, $2, place, 'key', '', '{}' from generate_series(0, $3::integer - 1) as place`;

let database: TestDatabase;
/** One connection, as a member of a group has it. */
let connection: pg.Pool;
let behind: pg.Pool;

type Partitions = Readonly<Record<number, number>>;
type Handled = { readonly partition: number; readonly offsets: readonly number[] }[];

/** A member of a group of its own that reads partitions of so many records in batches of four. */
async function openMember(records: Partitions, onBatch: OnBatch = async () => {}) {
  const topic = `topic ${randomUUID()}`;
  const partitions = Object.keys(records).map((name) => ({ topic, partition: Number(name) }));
  for (const { partition } of partitions) {
    await behind.query(APPEND, [topic, partition, records[partition]]);
  }
  const attempted: Handled = [];
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
  const holdings = openHoldings(session, topic);
  await holdings.take(partitions);
  const handle: OnBatch = async (batch) => {
    for (const [partition, part] of Map.groupBy(batch, (record) => record.partition)) {
      attempted.push({ partition, offsets: part.map(({ offset }) => Number(offset)) });
    }
    await onBatch(batch);
  };
  const { handleNext } = openBatches(holdings, handle, SIZE);
  return {
    topic,
    partitions,
    holdings,
    handleNext,
    attempted,
    failingReads,
    reads: () => reads,
    async reached(partition = 0): Promise<number> {
      const find = 'select next_offset from group_offset where topic = $1 and partition = $2';
      return Number((await behind.query(find, [topic, partition])).rows[0]?.next_offset);
    },
  };
}

const of = (partition: number, ...offsets: number[]) => ({ partition, offsets });

describeNeeding(['postgres'], 'batches of a member', () => {
  beforeAll(async () => {
    database = await freshDatabase('events');
    connection = new pg.Pool({ connectionString: database.adminUrl, max: 1, idleTimeoutMillis: 0 });
    behind = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  });
  afterAll(async () => {
    await connection?.end();
    await behind?.end();
    await database?.[Symbol.asyncDispose]();
  });

  test('behind a full batch the next one is read once, while the first is handled', async () => {
    const readsWhileHandled: number[] = [];
    const member = await openMember({ 0: 6 }, async () => {
      readsWhileHandled.push(member.reads());
    });

    expect(await member.handleNext()).toBe(true);
    expect(await member.handleNext()).toBe(false);

    expect(member.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 4, 5)]);
    expect(readsWhileHandled).toEqual([2, 2]);
  });

  test('an offset moves behind a batch only when that is handled, however much is read ahead', async () => {
    const reached: number[] = [];
    const member = await openMember({ 0: 8 }, async () => {
      reached.push(await member.reached());
    });

    await member.handleNext();
    await member.handleNext();

    expect(reached).toEqual([0, 4]);
    expect(await member.reached()).toBe(8);
  });

  test('a refused batch comes again before what was read ahead behind it', async () => {
    let refusals = 1;
    const member = await openMember({ 0: 8 }, async () => {
      if (refusals-- > 0) throw new Error('refused');
    });

    expect(await member.handleNext()).toBe(true);
    expect(await member.reached()).toBe(0);
    await eventually(() => member.handleNext());
    await member.handleNext();

    expect(member.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
    expect(await member.reached()).toBe(8);
  });

  test('of a refused batch each partition goes on for itself, in order and without a gap', async () => {
    let refusals = 3;
    const accepted: string[] = [];
    const member = await openMember({ 0: 2, 1: 2, 2: 9 }, async (records) => {
      if (records.some(({ partition }) => partition === 1) && refusals-- > 0) throw new Error('no');
      accepted.push(...records.map(({ partition, offset }) => `${partition}/${offset}`));
    });

    await eventually(async () => {
      await member.handleNext();
      return accepted.length >= 13;
    });

    for (const [partition, count] of [2, 2, 9].entries()) {
      const own = accepted.filter((name) => name.startsWith(`${partition}/`));
      expect(own).toEqual(Array.from({ length: count }, (_, offset) => `${partition}/${offset}`));
      expect(await member.reached(partition)).toBe(count);
    }
  });

  test('a partition that came makes void what was read ahead, and nothing is lost by it', async () => {
    const member = await openMember({ 0: 8, 1: 4 });
    const [first = { topic: '', partition: 0 }] = member.partitions;
    await member.holdings.release([first]);
    await member.handleNext();
    await member.holdings.take(member.partitions);

    while (await member.handleNext());

    // Read again, the new partition comes before the rest of the old one.
    expect(member.attempted).toEqual([of(0, 0, 1, 2, 3), of(1, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
  });

  test('records of a partition that went are not handled, although they were read ahead', async () => {
    const member = await openMember({ 0: 8, 1: 8 });
    await member.handleNext();
    const kept = member.attempted[0]?.partition ?? -1;
    await member.holdings.release(member.partitions.filter(({ partition }) => partition === kept));

    await member.handleNext();

    expect(member.attempted).toEqual([of(kept, 0, 1, 2, 3), of(kept, 4, 5, 6, 7)]);
    expect(await member.reached(1 - kept)).toBe(0);
  });

  test('a partition that comes back begins where another member left it', async () => {
    const member = await openMember({ 0: 8 });
    await member.handleNext();
    await member.holdings.release([]);
    await behind.query('update group_offset set next_offset = 6 where topic = $1', [member.topic]);
    await member.holdings.take(member.partitions);

    await member.handleNext();

    expect(member.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 6, 7)]);
  });

  test('what could not be read ahead is read again', async () => {
    const member = await openMember({ 0: 8 });
    member.failingReads.add(2);

    await member.handleNext();
    await member.handleNext();

    expect(member.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
  });

  test('a read that fails again is reported, and the next one returns the same records', async () => {
    const member = await openMember({ 0: 8 });
    member.failingReads.add(2).add(3);

    await member.handleNext();
    await expect(member.handleNext()).rejects.toThrow('read 3 failed');
    await member.handleNext();

    expect(member.attempted).toEqual([of(0, 0, 1, 2, 3), of(0, 4, 5, 6, 7)]);
    expect(await member.reached()).toBe(8);
  });
});
