import { keepSession } from '@entrada/platform/events/session';
import type { Runtime } from '@entrada/platform/runtime/runtime';

type Options = { readonly databaseUrl: string; readonly runtime: Runtime };

/** Calls back when deliveries were committed, by whatever process; may call without need. */
export function listenForDeliveries(
  { databaseUrl, runtime }: Options,
  onNew: () => void,
): AsyncDisposable {
  const stop = new AbortController();
  const options = {
    url: databaseUrl,
    name: 'webhooks-listener',
    log: runtime.log,
    signal: stop.signal,
    onNotify: onNew,
  };
  const listening = keepSession(options, async ({ query, lost }) => {
    await query('listen delivery');
    // Whatever was committed while nobody listened.
    onNew();
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
