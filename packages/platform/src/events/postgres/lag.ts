import type { Pool } from 'pg';
import type { Progress } from '../progress.ts';
import type { Partition } from './membership.ts';

const LAG = `
  select topic, partition,
         (log_partition.next_offset - group_offset.next_offset)::integer as lag
    from unnest($2::text[], $3::integer[]) as held (topic, partition)
    join log_partition using (topic, partition)
    join group_offset using (topic, partition)
   where consumer_group = $1`;

const LOOK_EVERY_MS = 5_000;

type Options = {
  readonly pool: Pool;
  readonly group: string;
  readonly progress: Progress;
  readonly held: () => readonly Partition[];
};

/** Looks from outside the consuming loop, which may be the very thing that is stuck. */
export function watchLag({ pool, group, progress, held }: Options): Disposable {
  async function look(): Promise<void> {
    const partitions = held();
    const values = [
      group,
      partitions.map(({ topic }) => topic),
      partitions.map(({ partition }) => partition),
    ];
    const { rows } = await pool.query<Partition & { lag: number }>(LAG, values);
    progress.observed(rows);
  }
  const timer = setInterval(() => look().catch(() => progress.unknown()), LOOK_EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
