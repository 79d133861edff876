import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Runtime } from '../runtime/runtime.ts';
import type { Logger } from '../telemetry/log.ts';

/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const BACKLOG = `
  select topic, count(*)::integer as unpublished,
         extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_seconds
    from (select topic, created_at from outbox
           where published_at is null and id > $1 order by id limit ${COUNT_MAX}) as backlog
   group by topic`;

type Row = { topic: string; unpublished: number; oldest_seconds: number };

const UNPUBLISHED = 'outbox_unpublished';

/** Measured on each scrape, by an index that contains only the backlog above `floor`. */
export function watchOutbox(pool: Pool, { metrics, log }: Runtime, floor: () => number): void {
  if (metrics.getSingleMetric(UNPUBLISHED)) return;
  const backlog = measuredOnceAtATime(pool, log, floor);
  const gauge = (name: string, help: string, measure: (row: Row) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['topic'] as const,
      registers: [metrics],
      async collect() {
        for (const row of await backlog()) this.set({ topic: row.topic }, measure(row));
      },
    });
  gauge(
    UNPUBLISHED,
    `Events that wait to be published, counted up to ${COUNT_MAX}`,
    (row) => row.unpublished,
  );
  gauge(
    'outbox_oldest_unpublished_seconds',
    'Age of the oldest event that waits to be published',
    (row) => row.oldest_seconds,
  );
}

/** One query serves both gauges. A topic that had a backlog once is reported as 0 afterwards. */
function measuredOnceAtATime(pool: Pool, log: Logger, floor: () => number): () => Promise<Row[]> {
  const topics = new Set<string>();
  let measuring: Promise<Row[]> | undefined;
  async function measure(): Promise<Row[]> {
    try {
      const { rows } = await pool.query<Row>(BACKLOG, [floor()]);
      for (const { topic } of rows) topics.add(topic);
      const backlog = new Map(rows.map((row) => [row.topic, row]));
      return [...topics].map(
        (topic) => backlog.get(topic) ?? { topic, unpublished: 0, oldest_seconds: 0 },
      );
    } catch (err) {
      log.warn({ err }, 'outbox could not be measured');
      return [];
    }
  }
  return () => {
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };
}
