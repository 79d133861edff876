import type { Admin } from 'kafkajs';
import { atMost } from '../../time/backoff.ts';
import type { Progress } from '../progress.ts';
import { disconnected, type KafkaClient } from './client.ts';

const POLL_EVERY_MS = 5_000;
const LAST_POLL_MAX_MS = 1_000;

type Options = {
  readonly connect: () => KafkaClient;
  readonly group: string;
  readonly topics: readonly string[];
  readonly progress: Progress;
  /** Null while this member is not in the group: then every partition counts. */
  readonly isMine: ((topic: string, partition: number) => boolean) | null;
};

/** Uses its own connection to the broker, because the consumer may be stuck. */
export function watchLag(options: () => Options): AsyncDisposable {
  const { connect, progress } = options();
  let current: { client: KafkaClient; admin: Admin } | undefined;
  let polling: Promise<void> = Promise.resolve();

  async function poll(): Promise<void> {
    try {
      current ??= newAdmin(connect());
      await current.admin.connect();
      progress.observed(await lags(current.admin, options()));
    } catch {
      progress.unknown();
      await forget();
    }
  }
  async function forget(): Promise<void> {
    const old = current;
    current = undefined;
    if (old) await disconnected(old.admin, old.client);
  }

  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    polling = poll().finally(() => {
      busy = false;
    });
  }, POLL_EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await forget();
      await atMost(LAST_POLL_MAX_MS, polling);
    },
  };
}

function newAdmin(client: KafkaClient) {
  return { client, admin: client.kafka.admin() };
}

export async function lags(
  admin: Admin,
  { group, topics, isMine }: Pick<Options, 'group' | 'topics' | 'isMine'>,
) {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
  const lagsByTopic = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const ends = await admin.fetchTopicOffsets(topic);
      return ends.map(({ partition, low, high }) => {
        const offset = partitions.find((entry) => entry.partition === partition)?.offset ?? '-1';
        // A group without a committed offset starts at the oldest record.
        const position = Math.max(Number(offset), Number(low));
        return { topic, partition, lag: Number(high) - position };
      });
    }),
  );
  const all = lagsByTopic.flat();
  return isMine ? all.filter(({ topic, partition }) => isMine(topic, partition)) : all;
}
