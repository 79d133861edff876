import { AppError } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import { watchChanges } from '../clients/changes.ts';
import { networkOf } from '../limits/ip-network.ts';
import type { HintKind, LivePorts, ReadStatuses } from '../ports/live.ts';
import { openAccountHints } from './account-hints.ts';
import { openFeedReaders } from './feed-readers.ts';
import { openLinkStatuses } from './link-statuses.ts';
import { openSlots } from './slots.ts';

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
  const addresses = openSlots(perAddressMax);
  const deposits = openSlots(WAITING_PER_ACCOUNT_MAX);
  const ports: LivePorts = {
    watchAccount: accounts.subscribe,
    watchLink: links.watch,
    waitForEvents: readers.wait,
    openStream(ip) {
      const slot = addresses.take(networkOf(ip));
      if (slot) return slot;
      throw new AppError('TOO_MANY_REQUESTS', `At most ${perAddressMax} streams per IP address`);
    },
    takeWaitSlot: deposits.take,
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
