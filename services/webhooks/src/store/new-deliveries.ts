import { keepSession } from '@entrada/platform/events/session';
import type { Runtime } from '@entrada/platform/runtime/runtime';

type Options = { readonly databaseUrl: string; readonly runtime: Runtime };

type Sender = {
  /** New deliveries were committed. */
  readonly wake: () => void;
  /** Old ones are due again, or it is not known what was committed. */
  readonly wakeForAll: () => void;
};

/** What a statement notifies with that makes old deliveries due again. */
export const DUE_AGAIN = 'due again';

/** Wakes the sender when deliveries were committed, by whatever process; may wake it without need. */
export function listenForDeliveries(
  { databaseUrl, runtime }: Options,
  { wake, wakeForAll }: Sender,
): AsyncDisposable {
  const stop = new AbortController();
  const options = {
    url: databaseUrl,
    name: 'webhooks-listener',
    log: runtime.log,
    signal: stop.signal,
    onNotify: (_channel: string, payload: string) =>
      payload === DUE_AGAIN ? wakeForAll() : wake(),
  };
  const listening = keepSession(options, async ({ query, lost }) => {
    await query('listen delivery');
    // Whatever was committed while nobody listened.
    wakeForAll();
    await aborted(AbortSignal.any([lost, stop.signal]));
    if (!stop.signal.aborted) throw new Error('the listening connection was lost');
  });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await listening;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
