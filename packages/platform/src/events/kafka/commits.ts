import type { OffsetsByTopicPartition, TopicPartitionOffset } from 'kafkajs';
import type { Logger } from '../../telemetry/log.ts';

/** Bounds what a killed process has handled without committing it; that is delivered again. */
const COMMIT_EVERY_MS = 500;

type Commit = (offsets: OffsetsByTopicPartition) => Promise<void>;

export type Commits = Disposable & {
  /** Everything of the partition before `offset` is handled; `commit` commits that. */
  handled(position: TopicPartitionOffset, commit: Commit): void;
  /** Resolves when everything handled so far is committed, or the commit failed. */
  flush(): Promise<void>;
  /** The group was joined again: positions come from the broker. */
  forget(): void;
};

/**
 * Commits offsets in the background. kafkajs would wait for a commit after each batch before it
 * fetches again. The inbox ignores what is delivered again after a crash.
 */
export function openCommits({ group, log }: { group: string; log: Logger }): Commits {
  const waiting = new Map<string, TopicPartitionOffset>();
  let commit: Commit | null = null;
  let generation = 0;
  let isFailing = false;
  let last: Promise<void> = Promise.resolve();

  async function commitWaiting(): Promise<void> {
    if (!commit || waiting.size === 0) return;
    const positions = [...waiting.values()];
    const since = generation;
    waiting.clear();
    try {
      await commit({ topics: byTopic(positions) });
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err, group }, 'offsets could not be committed, retrying');
      isFailing = true;
      if (since === generation) restoreWaiting(positions);
    }
  }

  /** Keeps newer positions of the same partitions. */
  function restoreWaiting(positions: readonly TopicPartitionOffset[]): void {
    for (const position of positions) {
      const name = nameOf(position);
      if (!waiting.has(name)) waiting.set(name, position);
    }
  }

  function flush(): Promise<void> {
    last = last.then(commitWaiting);
    return last;
  }

  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void flush().finally(() => {
      isBusy = false;
    });
  }, COMMIT_EVERY_MS);
  return {
    handled(position, by) {
      commit = by;
      waiting.set(nameOf(position), position);
    },
    flush,
    forget() {
      generation += 1;
      waiting.clear();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function nameOf({ topic, partition }: TopicPartitionOffset): string {
  return `${topic} ${partition}`;
}

function byTopic(positions: readonly TopicPartitionOffset[]): OffsetsByTopicPartition['topics'] {
  return [...Map.groupBy(positions, ({ topic }) => topic)].map(([topic, partitions]) => ({
    topic,
    partitions: partitions.map(({ partition, offset }) => ({ partition, offset })),
  }));
}
