import type { Registry } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import { dependencyMetrics, hopHistogram, metersIn } from '../telemetry/metrics.ts';
import { forEvents } from '../telemetry/request-ids.ts';
import { EVENT_ID_HEADER, type OnBatch, partitionName, type ReceivedRecord } from './event-log.ts';

type Partition = Pick<ReceivedRecord, 'topic' | 'partition'>;
type Lag = Partition & { readonly lag: number };

/** As `dependency_up` names it. */
export const EVENT_LOG = 'event log';

export type Progress = {
  handled(records: readonly Partition[]): void;
  /** A batch failed, or its reader does not know where to begin: the consumer is running all the same. */
  failed(): void;
  /** The lag of this member's partitions, measured outside the consuming loop. */
  observed(lags: readonly Lag[]): void;
  /** The event log is unavailable: a restart of this process would not help. */
  unknown(): void;
  stalledMs(): number;
};

type Options = {
  /** Of the installation: metrics name topics without it, because rules select topics by name. */
  readonly prefix?: string;
  readonly now?: () => number;
};

/**
 * Distinguishes a stuck consumer from an idle one. A failed batch counts as progress for liveness: it
 * is retried, and a restart would not help. The age in the metrics is stricter: it counts from the
 * last batch that was handled, in the partition that has waited longest.
 */
export function openProgress(group: string, metrics: Registry, options: Options = {}): Progress {
  const { prefix = '', now = Date.now } = options;
  const gauges = progressGauges(metrics);
  const dependencyIsUp = dependencyMetrics(metrics);
  let waitingSince: number | null = null;
  let attemptedAt = 0;
  /** Of each partition with records that wait: since when, or when the last of it were handled. */
  let stillSince = new Map<string, number>();
  let shown: readonly Lag[] = [];
  const labelsOf = ({ topic, partition }: Partition) => ({
    topic: topic.slice(prefix.length),
    group,
    partition,
  });

  return {
    handled(records) {
      attemptedAt = now();
      for (const record of records) {
        const name = partitionName(record);
        if (stillSince.has(name)) stillSince.set(name, attemptedAt);
      }
    },
    failed() {
      attemptedAt = now();
    },
    observed(lags) {
      dependencyIsUp(EVENT_LOG, true);
      for (const one of shown) gauges.lag.remove(labelsOf(one));
      for (const one of lags) gauges.lag.set(labelsOf(one), one.lag);
      shown = lags;
      const waiting = lags.filter(({ lag }) => lag > 0).map(partitionName);
      waitingSince = waiting.length > 0 ? (waitingSince ?? now()) : null;
      stillSince = new Map(waiting.map((name) => [name, stillSince.get(name) ?? now()]));
      gauges.age.set({ group }, (now() - Math.min(now(), ...stillSince.values())) / 1_000);
    },
    unknown() {
      dependencyIsUp(EVENT_LOG, false);
      waitingSince = null;
      gauges.age.remove({ group });
    },
    stalledMs: () => (waitingSince === null ? 0 : now() - Math.max(waitingSince, attemptedAt)),
  };
}

function progressGauges(metrics: Registry) {
  const { gauge } = metersIn(metrics);
  return {
    lag: gauge(
      'event_consumer_lag',
      'Records that wait to be handled',
      'topic',
      'group',
      'partition',
    ),
    age: gauge(
      'event_consumer_progress_age_seconds',
      'Time since records were last handled in the partition that waits longest',
      'group',
    ),
  };
}

type EventOrigin = { readonly topic: string; readonly createdAt: Date };

/** How long events have waited in the outbox. */
export function observePublished(metrics: Registry) {
  const observe = hopHistogram(metrics, {
    name: 'event_write_to_publish_seconds',
    help: 'Time from the write of an event to the outbox until it is given to the event log',
    labels: ['topic'],
  });
  return (events: readonly EventOrigin[], at: Date): void => {
    for (const { topic, createdAt } of events) observe(createdAt, at, { topic });
  };
}

/** How long events have been on their way through the event log. */
export function observeReceived(metrics: Registry, group: string) {
  const observe = hopHistogram(metrics, {
    name: 'event_publish_to_receive_seconds',
    help: 'Time from when an event was given to the event log until a consumer received it',
    labels: ['topic', 'group'],
  });
  return (received: readonly { readonly record: ReceivedRecord }[], at: Date): void => {
    for (const { record } of received) {
      observe(record.publishedAt ?? at, at, { topic: record.topic, group });
    }
  };
}

type ReportOptions = { readonly group: string; readonly progress: Progress; readonly log: Logger };

/** A batch may hold a thousand. */
const LOGGED_MAX = 10;

/** Records the outcome of every batch, and logs for which requests it was. */
export function reportBatches(onBatch: OnBatch, { group, progress, log }: ReportOptions): OnBatch {
  const handle: OnBatch = async (records) => {
    const started = performance.now();
    try {
      await onBatch(records);
      progress.handled(records);
      const eventIds = records.slice(0, LOGGED_MAX).map(({ headers }) => headers[EVENT_ID_HEADER]);
      const durationMs = performance.now() - started;
      log.debug(
        {
          event: 'batch',
          group,
          records: records.length,
          event_ids: eventIds,
          duration_ms: durationMs,
        },
        'batch handled',
      );
    } catch (err) {
      progress.failed();
      log.warn({ err, group, records: records.length }, 'batch failed, retrying');
      throw err;
    }
  };
  return (records) => forEvents(records, () => handle(records));
}
