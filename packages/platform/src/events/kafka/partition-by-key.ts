import type { ICustomPartitioner } from 'kafkajs';

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;
const MIX_SHIFT = 24;
const POSITIVE = 0x7fffffff;

/**
 * Chooses the same partition for a key as Kafka's own clients. kafkajs chooses the same, but its
 * 64-bit arithmetic took longer than the rest of sending a record. Must not change: existing keys
 * would move to other partitions, and their records could overtake earlier ones.
 */
export const partitionByKey: ICustomPartitioner =
  () =>
  ({ partitionMetadata, message }) => {
    const key = Buffer.from(message.key ?? '');
    return (murmur2(key) & POSITIVE) % partitionMetadata.length;
  };

function murmur2(data: Buffer): number {
  const tail = data.length & ~3;
  let hash = SEED ^ data.length;
  for (let at = 0; at < tail; at += 4) {
    const mixed = Math.imul(data.readInt32LE(at), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(mixed ^ (mixed >>> MIX_SHIFT), MULTIPLIER);
  }
  if (tail < data.length) {
    for (let at = tail; at < data.length; at += 1) hash ^= (data[at] ?? 0) << (8 * (at - tail));
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
