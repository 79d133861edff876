import type { Logger } from '@entrada/platform/telemetry/log';
import { pause } from '@entrada/platform/time/backoff';
import type { App } from '../app.ts';

const LOOK_EVERY_MS = 500;

type Needs = {
  readonly app: Pick<App, 'payDue' | 'settleRefunds'>;
  readonly synchronize: () => Promise<void>;
  readonly log: Logger;
};

/** Scheduled payers pay and refunds end when the bank's clock says so, on whichever replica looks first. */
export function startPayers({ app, synchronize, log }: Needs): AsyncDisposable {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await synchronize();
        await app.payDue();
        await app.settleRefunds();
      } catch (err) {
        log.warn({ err }, 'scheduled payments failed, retrying');
      }
      await pause(LOOK_EVERY_MS, stopping.signal);
    }
  };
  const ended = look();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}
