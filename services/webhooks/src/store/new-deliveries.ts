import { listen } from '@entrada/platform/db/listen';
import type { Runtime } from '@entrada/platform/runtime/runtime';

type Options = { readonly databaseUrl: string; readonly runtime: Runtime };

type Sender = {
  /** New deliveries were committed. */
  readonly wake: () => void;
  /** Old deliveries are due again, or notifications may have been missed. */
  readonly wakeForAll: () => void;
};

/** The payload that a statement notifies with when it makes old deliveries due again. */
export const DUE_AGAIN = 'due again';

/** Wakes the sender when any process has committed deliveries; sometimes without need. */
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
