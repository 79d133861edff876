import type { Pool } from 'pg';
import type { Progress } from '../progress.ts';
import { nameOf } from './holdings.ts';
import type { Partition } from './membership.ts';

/** What the group has not read yet. */
export const LAG = `
  select log_partition.topic, log_partition.partition,
         (log_partition.next_offset - coalesce(group_offset.next_offset, 0))::integer as lag
    from log_partition
    left join group_offset
      on group_offset.topic = log_partition.topic
     and group_offset.partition = log_partition.partition
     and group_offset.consumer_group = $1
   where log_partition.topic = any ($2)`;

const POLL_EVERY_MS = 5_000;

type Options = {
  readonly pool: Pool;
  readonly group: string;
  readonly topics: readonly string[];
  readonly progress: Progress;
  /** Null while this member is not in the group: then every partition counts. */
  readonly held: () => readonly Partition[] | null;
};

/** Measures outside the consuming loop, because that loop may be stuck. */
export function watchLag({ pool, group, topics, progress, held }: Options): Disposable {
  async function poll(): Promise<void> {
    const { rows } = await pool.query<Partition & { lag: number }>(LAG, [group, topics]);
    const mine = held()?.map(nameOf);
    progress.observed(mine ? rows.filter((row) => mine.includes(nameOf(row))) : rows);
  }
  const timer = setInterval(() => poll().catch(() => progress.unknown()), POLL_EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
