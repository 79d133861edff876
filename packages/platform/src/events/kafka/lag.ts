import type { Admin } from 'kafkajs';
import { atMost } from '../backoff.ts';
import type { Progress } from '../progress.ts';
import { disconnected, type KafkaClient } from './client.ts';

const LOOK_EVERY_MS = 5_000;
const LAST_LOOK_MAX_MS = 1_000;

type Options = {
  readonly connect: () => KafkaClient;
  readonly group: string;
  readonly topics: readonly string[];
  readonly progress: Progress;
  /** Null while this member is in no group: then every partition counts as unattended. */
  readonly isMine: ((topic: string, partition: number) => boolean) | null;
};

/** Asks the broker on a connection of its own: the consumer may be the very thing that is stuck. */
export function watchLag(options: () => Options): AsyncDisposable {
  const { connect, progress } = options();
  let current: { client: KafkaClient; admin: Admin } | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
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
    looking = look().finally(() => {
      busy = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await forget();
      await atMost(LAST_LOOK_MAX_MS, looking);
    },
  };
}

function newAdmin(client: KafkaClient) {
  return { client, admin: client.kafka.admin() };
}

async function lags(admin: Admin, { group, topics, isMine }: Options) {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
  const lagsByTopic = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const ends = await admin.fetchTopicOffsets(topic);
      return ends.map(({ partition, low, high }) => {
        const offset = partitions.find((entry) => entry.partition === partition)?.offset ?? '-1';
        // A group that has committed nothing yet will begin at the oldest record.
        const position = Math.max(Number(offset), Number(low));
        return { topic, partition, lag: Number(high) - position };
      });
    }),
  );
  const all = lagsByTopic.flat();
  return isMine ? all.filter(({ topic, partition }) => isMine(topic, partition)) : all;
}
