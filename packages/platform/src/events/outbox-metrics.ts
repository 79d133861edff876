import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Runtime } from '../runtime/runtime.ts';
import { keepMeasured } from '../telemetry/measured-gauges.ts';
import { metricOf } from '../telemetry/metric-of.ts';

/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const BACKLOG = `
  select topic, count(*)::integer as unpublished,
         extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_seconds
    from (select topic, created_at from outbox
           where published_at is null and id > $1 order by id limit ${COUNT_MAX}) as backlog
   group by topic`;

type Row = { topic: string; unpublished: number; oldest_seconds: number };

type Watched = {
  /** 0 from the start; any other topic only once it has had a backlog. */
  readonly topic?: string | undefined;
  readonly floor: () => number;
};

/** Measured by an index that contains only the backlog above `floor`. A topic is 0 once its backlog is gone. */
export function watchOutbox(
  pool: Pool,
  runtime: Runtime,
  { topic: own, floor }: Watched,
): AsyncDisposable {
  const gauge = (name: string, help: string) =>
    metricOf(
      runtime.metrics,
      name,
      (base) => new Gauge({ ...base, help, labelNames: ['topic'] as const }),
    );
  const unpublished = gauge(
    'outbox_unpublished',
    `Events that wait to be published, counted up to ${COUNT_MAX}`,
  );
  const oldest = gauge(
    'outbox_oldest_unpublished_seconds',
    'Age of the oldest event that waits to be published',
  );
  const topics = new Set<string>(own ? [own] : []);
  async function measure(): Promise<void> {
    const { rows } = await pool.query<Row>(BACKLOG, [floor()]);
    for (const { topic } of rows) topics.add(topic);
    for (const topic of topics) {
      const row = rows.find((one) => one.topic === topic);
      unpublished.set({ topic }, row?.unpublished ?? 0);
      oldest.set({ topic }, row?.oldest_seconds ?? 0);
    }
  }
  return keepMeasured(runtime, { name: 'outbox', gauges: [unpublished, oldest], measure });
}

/** Of all replicas of a service one is the leader: an alert looks for none and for two. */
export function relayMetrics(metrics: Registry) {
  const leader = metricOf(
    metrics,
    'relay_leader',
    (base) =>
      new Gauge({ ...base, help: '1 while this process publishes the outbox for all replicas' }),
  );
  const failures = metricOf(
    metrics,
    'relay_publish_failures_total',
    (base) => new Counter({ ...base, help: 'Batches of the outbox that could not be published' }),
  );
  return { leader, failures };
}
