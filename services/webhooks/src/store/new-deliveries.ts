import { listen } from '@entrada/platform/db/listen';
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
  return listen({
    url: databaseUrl,
    name: 'webhooks-listener',
    log: runtime.log,
    channel: 'delivery',
    onNotify: (payload) => (payload === DUE_AGAIN ? wakeForAll() : wake()),
    onListening: wakeForAll,
  });
}
