import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import { type HintKind, watchChanges } from '../clients/changes.ts';
import { networkOf } from '../limits/ip-network.ts';
import { openAccountHints } from './account-hints.ts';
import { openFeedReaders } from './feed-readers.ts';
import { openLinkStatuses, type ReadStatuses } from './link-statuses.ts';
import { openListeners } from './listeners.ts';

/** A hint can be lost with the process that should send it; a payer learns of the payment after this time. */
const READ_AGAIN_EVERY_MS = 20_000;
const WAITING_PER_ACCOUNT_MAX = 100;

type Options = {
  readonly services: Parameters<typeof watchChanges>[0];
  readonly readStatuses: ReadStatuses;
  readonly perAddressMax: number;
  readonly runtime: Runtime;
};

/** What happens in the services, for the pages that are open at this gateway. */
export function openLive({ services, readStatuses, perAddressMax, runtime }: Options) {
  const resources = new AsyncDisposableStack();
  const accounts = openAccountHints();
  const links = openLinkStatuses(readStatuses);
  const readers = openFeedReaders();
  const sinks = {
    onHint(kind: HintKind, accountId: string) {
      accounts.hint(kind, accountId);
      if (kind === 'delivery') readers.hint(accountId);
    },
    onStatus: links.tell,
    onGap(kind: HintKind) {
      accounts.hintAll(kind);
      if (kind === 'charge') links.catchUp();
      if (kind === 'delivery') readers.hintAll();
    },
  };
  resources.use(watchChanges(services, sinks, runtime.log));
  const work = async () => {
    links.catchUp();
    return false;
  };
  resources.use(
    repeat({ name: 'open-payment-links', everyMs: READ_AGAIN_EVERY_MS, work }, runtime),
  );
  const max = Number.POSITIVE_INFINITY;
  const addresses = openListeners({ each: 'IP address', perNameMax: perAddressMax, max });
  const deposits = openListeners({ each: 'account', perNameMax: WAITING_PER_ACCOUNT_MAX, max });
  const ports = {
    watchAccount: accounts.subscribe,
    watchLink: links.watch,
    /** Null: too many wait. */
    waitForEvents: readers.wait,
    /** One stream of this IP address, until disposed. Throws when it has too many. */
    openStream: (ip: string) => addresses.admit(networkOf(ip), {}),
    /** One waiting query of an account, until disposed. Null: it has too many, and is answered at once. */
    takeWaitSlot: (accountId: string) => deposits.add(accountId, {}),
  };
  return {
    ports,
    revoke(ids: ReadonlySet<string>) {
      accounts.revoke(ids);
      readers.revoke(ids);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
