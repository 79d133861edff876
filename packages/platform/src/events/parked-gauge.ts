import type { Pool } from 'pg';
import type { Gauge } from 'prom-client';
import type { Runtime } from '../runtime/runtime.ts';
import { keepMeasured } from '../telemetry/measured-gauges.ts';

/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const COUNT = `
  select count(*)::integer as count
    from (select from parked_record where consumer_group = $1 limit ${COUNT_MAX}) as parked`;

type Options = {
  readonly pool: Pool;
  readonly group: string;
  readonly gauge: Gauge<'group'>;
  readonly runtime: Runtime;
};

export function startParkedGauge({ pool, group, gauge, runtime }: Options): AsyncDisposable {
  async function measure(): Promise<void> {
    const { rows } = await pool.query<{ count: number }>(COUNT, [group]);
    gauge.set({ group }, rows[0]?.count ?? 0);
  }
  return keepMeasured(runtime, { name: `parked ${group}`, gauges: [gauge], measure });
}
