import { BATCH_SIZE_MAX, type ReceivedRecord } from '../event-log.ts';
import { mergeBatches } from './batches.ts';

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
