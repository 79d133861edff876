import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Runtime } from '../runtime/runtime.ts';

/** Beyond this the exact number no longer matters, and counting on would cost. */
const COUNT_MAX = 10_000;

const BACKLOG = `
  select topic, count(*)::integer as unpublished,
         extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_seconds
    from (select topic, created_at from outbox
           where published_at is null order by id limit ${COUNT_MAX}) as backlog
   group by topic`;

type Row = { topic: string; unpublished: number; oldest_seconds: number };

const UNPUBLISHED = 'outbox_unpublished';
const OLDEST = 'outbox_oldest_unpublished_seconds';

/** Measured when somebody looks, by an index that holds nothing but the backlog. */
export function watchOutbox(pool: Pool, { metrics, log }: Runtime): void {
  if (metrics.getSingleMetric(UNPUBLISHED)) return;
  const topicsSeen = new Set<string>();
  const oldest = new Gauge({
    name: OLDEST,
    help: 'Age of the oldest fact that waits to be published',
    labelNames: ['topic'] as const,
    registers: [metrics],
  });
  new Gauge({
    name: UNPUBLISHED,
    help: `Facts that wait to be published, counted up to ${COUNT_MAX}`,
    labelNames: ['topic'] as const,
    registers: [metrics],
    async collect() {
      try {
        const { rows } = await pool.query<Row>(BACKLOG);
        for (const { topic } of rows) topicsSeen.add(topic);
        const backlog = new Map(rows.map((row) => [row.topic, row]));
        for (const topic of topicsSeen) {
          this.set({ topic }, backlog.get(topic)?.unpublished ?? 0);
          oldest.set({ topic }, backlog.get(topic)?.oldest_seconds ?? 0);
        }
      } catch (err) {
        log.warn({ err }, 'outbox could not be measured');
      }
    },
  });
}
