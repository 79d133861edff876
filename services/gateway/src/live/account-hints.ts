import { AppError } from '@entrada/platform/errors/app-error';
import type { HintKind } from '../clients/changes.ts';

/** An open stream of an account. */
type LiveListener = {
  /** Of the key or session that opened it. */
  readonly credentialId: string;
  send(kind: HintKind): void;
  end(): void;
};

/** How often an account gets a hint of one kind at most. */
const HINT_EVERY_MS = 1_000;
const PER_ACCOUNT_MAX = 20;
const LISTENERS_MAX = 5_000;

type Account = {
  readonly listeners: Set<LiveListener>;
  /** Kinds that were sent within the last second; true: another came meanwhile. */
  readonly recent: Map<HintKind, boolean>;
};

/** Passes hints on to the open streams of each account. */
export function openAccountHints() {
  const accounts = new Map<string, Account>();
  let count = 0;

  function send(account: Account, kind: HintKind): void {
    for (const listener of account.listeners) listener.send(kind);
    account.recent.set(kind, false);
    setTimeout(() => {
      const isDue = account.recent.get(kind) ?? false;
      account.recent.delete(kind);
      if (isDue && account.listeners.size > 0) send(account, kind);
    }, HINT_EVERY_MS).unref();
  }

  function hint(kind: HintKind, account: Account | undefined): void {
    if (!account) return;
    if (account.recent.has(kind)) account.recent.set(kind, true);
    else send(account, kind);
  }

  return {
    hint: (kind: HintKind, accountId: string) => hint(kind, accounts.get(accountId)),
    /** Changes may have been missed. */
    hintAll(kind: HintKind): void {
      for (const account of accounts.values()) hint(kind, account);
    },
    /** Hints for an account until disposed. Throws when there are too many streams. */
    subscribe(accountId: string, listener: LiveListener): Disposable {
      const account = accounts.get(accountId) ?? { listeners: new Set(), recent: new Map() };
      if (account.listeners.size >= PER_ACCOUNT_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', `At most ${PER_ACCOUNT_MAX} streams per account`);
      }
      if (count >= LISTENERS_MAX) {
        throw new AppError('UNAVAILABLE', 'Server is overloaded', { reason: 'overloaded' });
      }
      account.listeners.add(listener);
      accounts.set(accountId, account);
      count += 1;
      return {
        [Symbol.dispose]() {
          if (!account.listeners.delete(listener)) return;
          count -= 1;
          if (account.listeners.size === 0) accounts.delete(accountId);
        },
      };
    },
    /** Ends the streams of credentials that are no longer valid. */
    revoke(ids: ReadonlySet<string>): void {
      if (ids.size === 0) return;
      for (const { listeners } of accounts.values()) {
        for (const listener of listeners) if (ids.has(listener.credentialId)) listener.end();
      }
    },
  };
}
