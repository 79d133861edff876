import type { Runtime } from '@entrada/platform/runtime/runtime';
import { openWake, type Wake } from '@entrada/platform/time/backoff';
import { repeat } from '@entrada/platform/time/repeat';
import { type HintKind, watchChanges } from '../clients/changes.ts';
import { networkOf } from '../limits/ip-network.ts';
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

const PER_ACCOUNT = { each: 'account', perNameMax: 20, max: 5_000 };

/** An open stream of an account. */
type LiveListener = {
  /** Of the key or session that opened it. */
  readonly credentialId: string;
  send(kind: HintKind): void;
  end(): void;
};

/** How often an account gets a hint of one kind at most. */
const HINT_EVERY_MS = 1_000;

/** Passes hints on to the open streams of each account. */
function openAccountHints() {
  const listeners = openListeners<LiveListener>(PER_ACCOUNT);
  /** Kinds that an account was sent within the last second; true: another came meanwhile. */
  const recent = new Map<string, boolean>();

  function send(kind: HintKind, accountId: string): void {
    const sent = `${kind} ${accountId}`;
    for (const listener of listeners.of(accountId) ?? []) listener.send(kind);
    recent.set(sent, false);
    setTimeout(() => {
      const isDue = recent.get(sent) ?? false;
      recent.delete(sent);
      if (isDue) hint(kind, accountId);
    }, HINT_EVERY_MS).unref();
  }

  function hint(kind: HintKind, accountId: string): void {
    if (recent.has(`${kind} ${accountId}`)) recent.set(`${kind} ${accountId}`, true);
    else if (listeners.of(accountId)) send(kind, accountId);
  }

  return {
    hint,
    /** Changes may have been missed. */
    hintAll(kind: HintKind): void {
      for (const accountId of listeners.names()) hint(kind, accountId);
    },
    /** Hints for an account until disposed. Throws when there are too many streams. */
    subscribe: listeners.admit,
    /** Ends the streams of credentials that are no longer valid. */
    revoke(ids: ReadonlySet<string>): void {
      for (const listener of listeners.all()) if (ids.has(listener.credentialId)) listener.end();
    },
  };
}

type Waiting = Wake & { readonly credentialId: string; isRevoked: boolean };

/** Readers that wait for the next event of an account's feed: woken by a hint, and when its key or session is revoked. */
export function openFeedReaders() {
  const readers = openListeners<Waiting>(PER_ACCOUNT);
  const wakeAll = (waiting: Iterable<Waiting>) => {
    for (const reader of waiting) reader.wake();
  };
  return {
    hint: (accountId: string) => wakeAll(readers.of(accountId) ?? []),
    /** Events may have been missed. */
    hintAll: () => wakeAll(readers.all()),
    revoke(ids: ReadonlySet<string>): void {
      for (const reader of readers.all()) {
        if (!ids.has(reader.credentialId)) continue;
        reader.isRevoked = true;
        reader.wake();
      }
    },
    /** Null: too many wait. */
    wait(accountId: string, credentialId: string) {
      const reader: Waiting = { ...openWake(), credentialId, isRevoked: false };
      const place = readers.add(accountId, reader);
      return (
        place && {
          ...place,
          isRevoked: () => reader.isRevoked,
          /** Resolves when there may be an event, the credential was revoked, the time is over or the signal is aborted. */
          changed: reader.wait,
        }
      );
    },
  };
}
