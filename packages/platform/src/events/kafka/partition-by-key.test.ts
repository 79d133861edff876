import { randomBytes, randomUUID } from 'node:crypto';
import { type PartitionerArgs, Partitioners } from 'kafkajs';
import { partitionByKey } from './log.ts';

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
