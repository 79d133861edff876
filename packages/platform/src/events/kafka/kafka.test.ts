import { randomBytes, randomUUID } from 'node:crypto';
import { type OffsetsByTopicPartition, type PartitionerArgs, Partitioners } from 'kafkajs';
import { pino } from 'pino';
import { BATCH_SIZE_MAX, type ReceivedRecord } from '../event-log.ts';
import { eachBatchBy, mergeBatches, openCommits } from './batches.ts';
import { partitionByKey } from './log.ts';

const silent = { group: 'group', log: pino({ level: 'silent' }) };
const never = () => new Promise<void>(() => {});

function batchOf(offsets: readonly string[], commit: () => Promise<void>) {
  const messages = offsets.map((offset) => ({ offset, key: null, value: null, headers: {} }));
  return {
    batch: { topic: 'topic', partition: 0, messages },
    resolveOffset() {},
    heartbeat: async () => {},
    commitOffsetsIfNecessary: commit,
    isRunning: () => true,
    isStale: () => false,
  } as never;
}

test('a batch does not wait for the commit of what it handled', async () => {
  using commits = openCommits(silent);
  const { signal } = new AbortController();
  const handled: string[] = [];
  const eachBatch = eachBatchBy(
    async (records) => void handled.push(...records.map(({ offset }) => offset)),
    { commits, mayHandle: async () => true, stop: signal, abandon: signal },
  );

  await eachBatch(batchOf(['0', '1'], never));
  void commits.flush();
  await eachBatch(batchOf(['2'], never));

  expect(handled).toEqual(['0', '1', '2']);
});

test('the last batch before a stop is committed before it ends', async () => {
  using commits = openCommits(silent);
  const stop = new AbortController();
  const committed: unknown[] = [];
  const eachBatch = eachBatchBy(async () => stop.abort(), {
    commits,
    mayHandle: async () => true,
    stop: stop.signal,
    abandon: new AbortController().signal,
  });
  const commit = async (offsets?: OffsetsByTopicPartition) => void committed.push(offsets?.topics);

  await eachBatch(batchOf(['6', '7'], commit));

  expect(committed).toEqual([[{ topic: 'topic', partitions: [{ partition: 0, offset: '8' }] }]]);
});

test('a commit that fails is made again, with the newest offset of each partition', async () => {
  using commits = openCommits(silent);
  const committed: string[] = [];
  let failures = 1;
  const commit = async ({ topics }: OffsetsByTopicPartition) => {
    if (failures-- > 0) throw new Error('coordinator moved');
    committed.push(...topics.flatMap(({ partitions }) => partitions.map(({ offset }) => offset)));
  };
  commits.handled({ topic: 'topic', partition: 0, offset: '1' }, commit);
  commits.handled({ topic: 'topic', partition: 1, offset: '5' }, commit);
  await commits.flush();
  commits.handled({ topic: 'topic', partition: 0, offset: '2' }, commit);

  await commits.flush();
  await commits.flush();

  expect(committed.toSorted()).toEqual(['2', '5']);
});

test('what was handled before the group was joined anew is not committed after it', async () => {
  using commits = openCommits(silent);
  const fails = () => Promise.reject(new Error('rebalance'));
  commits.handled({ topic: 'topic', partition: 0, offset: '1' }, fails);
  const flushed = commits.flush();
  commits.forget();
  await flushed;
  let count = 0;
  commits.handled({ topic: 'topic', partition: 3, offset: '9' }, async ({ topics }) => {
    count = topics.flatMap(({ partitions }) => partitions).length;
  });

  await commits.flush();

  expect(count).toBe(1);
});

function recordsOf(partition: number, count = 1): ReceivedRecord[] {
  return Array.from({ length: count }, (_, offset) => ({
    topic: 'topic',
    partition,
    offset: String(offset),
    key: `key ${partition}`,
    value: Buffer.alloc(0),
    headers: {},
  }));
}

const partitionsIn = (batch: readonly ReceivedRecord[]) => batch.map(({ partition }) => partition);

test('parts that come together are handled as one batch, in the order they came', async () => {
  const batches: number[][] = [];
  const handle = mergeBatches(async (batch) => void batches.push(partitionsIn(batch)));

  await Promise.all([handle(recordsOf(1, 2)), handle(recordsOf(2)), handle(recordsOf(3))]);

  expect(batches).toEqual([[1, 1, 2, 3]]);
});

test('parts that come while a batch is handled make the next batch', async () => {
  const batches: number[][] = [];
  const firstBegun = Promise.withResolvers<void>();
  const firstMayEnd = Promise.withResolvers<void>();
  const handle = mergeBatches(async (batch) => {
    batches.push(partitionsIn(batch));
    if (batches.length > 1) return;
    firstBegun.resolve();
    await firstMayEnd.promise;
  });

  const first = handle(recordsOf(1));
  await firstBegun.promise;
  const later = [handle(recordsOf(2)), handle(recordsOf(3))];
  firstMayEnd.resolve();
  await Promise.all([first, ...later]);

  expect(batches).toEqual([[1], [2, 3]]);
});

test('a refused part fails alone, and the parts beside it are handled', async () => {
  const handled: number[] = [];
  const handle = mergeBatches(async (batch) => {
    if (partitionsIn(batch).includes(2)) throw new Error('refused');
    handled.push(...partitionsIn(batch));
  });

  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((partition) => handle(recordsOf(partition))),
  );

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(handled).toEqual([1, 3]);
});

test('no batch holds more records than the port allows', async () => {
  const sizes: number[] = [];
  const handle = mergeBatches(async (batch) => void sizes.push(batch.length));

  const parts = [BATCH_SIZE_MAX, BATCH_SIZE_MAX - 1, 1, 1];
  await Promise.all(parts.map((count, partition) => handle(recordsOf(partition, count))));

  expect(sizes).toEqual([BATCH_SIZE_MAX, BATCH_SIZE_MAX, 1]);
});

const KEYS = [
  ...Array.from({ length: 40 }, (_, length) => 'k'.repeat(length)),
  ...Array.from({ length: 500 }, () => randomUUID()),
  ...Array.from({ length: 500 }, (_, index) => randomBytes(index % 33).toString('latin1')),
  'ação € 😀',
];

test.each([1, 7, 12, 64])('of %d partitions a key gets the one that kafkajs gives it', (count) => {
  const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({
    partitionId,
    leader: 1,
  }));
  const [ours, theirs] = [partitionByKey(), Partitioners.DefaultPartitioner()];
  for (const key of KEYS) {
    const args = { topic: 't', partitionMetadata, message: { key } } as unknown as PartitionerArgs;
    expect([key, ours(args)]).toEqual([key, theirs(args)]);
  }
});
