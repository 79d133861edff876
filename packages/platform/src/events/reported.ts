import type { Logger } from '../telemetry/log.ts';
import { forEvents } from '../telemetry/request-ids.ts';
import { EVENT_ID_HEADER, type OnBatch } from './event-log.ts';
import type { Progress } from './progress.ts';

type Options = { readonly group: string; readonly progress: Progress; readonly log: Logger };

/** A batch may hold a thousand. */
const LOGGED_MAX = 10;

/** Records the outcome of every batch, and logs for which requests it was. */
export function reported(onBatch: OnBatch, { group, progress, log }: Options): OnBatch {
  const handle: OnBatch = async (records) => {
    const started = performance.now();
    try {
      await onBatch(records);
      progress.attempted('handled');
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
      progress.attempted('failed');
      log.warn({ err, group, records: records.length }, 'batch failed, retrying');
      throw err;
    }
  };
  return (records) => forEvents(records, () => handle(records));
}
