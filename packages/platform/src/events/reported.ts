import type { Logger } from '../telemetry/log.ts';
import type { OnBatch } from './event-log.ts';
import type { Progress } from './progress.ts';

type Options = { readonly group: string; readonly progress: Progress; readonly log: Logger };

/** Tells of every batch what came of it. */
export function reported(onBatch: OnBatch, { group, progress, log }: Options): OnBatch {
  return async (records) => {
    try {
      await onBatch(records);
      progress.tried('handled');
    } catch (err) {
      progress.tried('refused');
      log.warn({ err, group, records: records.length }, 'batch refused, it comes again');
      throw err;
    }
  };
}
