import type { OffsetsByTopicPartition } from 'kafkajs';
import { pino } from 'pino';
import { eachBatchBy, openCommits } from './batches.ts';

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
