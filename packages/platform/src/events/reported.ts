import type { Logger } from '../telemetry/log.ts';
import type { OnBatch } from './event-log.ts';
import type { Progress } from './progress.ts';

type Options = { readonly group: string; readonly progress: Progress; readonly log: Logger };

/** Records the outcome of every batch. */
export function reported(onBatch: OnBatch, { group, progress, log }: Options): OnBatch {
  return async (records) => {
    try {
      await onBatch(records);
      progress.attempted('handled');
    } catch (err) {
      progress.attempted('failed');
      log.warn({ err, group, records: records.length }, 'batch failed, retrying');
      throw err;
    }
  };
}
