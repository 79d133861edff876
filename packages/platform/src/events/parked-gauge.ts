import type { Pool } from 'pg';
import type { Gauge } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import { repeat } from '../time/repeat.ts';

const MEASURE_EVERY_MS = 5_000;
/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const COUNT = `
  select count(*)::integer as count
    from (select from parked_record where consumer_group = $1 limit ${COUNT_MAX}) as parked`;

type Options = {
  readonly pool: Pool;
  readonly group: string;
  readonly gauge: Gauge<'group'>;
  readonly log: Logger;
};

/** Measured by a timer, so that no scrape waits for the database; absent while it is unavailable. */
export function startParkedGauge({ pool, group, gauge, log }: Options): AsyncDisposable {
  async function work(): Promise<boolean> {
    try {
      const { rows } = await pool.query<{ count: number }>(COUNT, [group]);
      gauge.set({ group }, rows[0]?.count ?? 0);
    } catch (error) {
      gauge.remove({ group });
      throw error;
    }
    return false;
  }
  return repeat({ name: `count parked ${group}`, everyMs: MEASURE_EVERY_MS, work }, { log });
}
