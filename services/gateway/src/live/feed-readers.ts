import { openWake, type Wake } from '@entrada/platform/time/backoff';

const PER_ACCOUNT_MAX = 20;
const READERS_MAX = 5_000;

type Waiting = Wake & { readonly credentialId: string; isRevoked: boolean };

/** Readers that wait for the next event of an account's feed: woken by a hint, and when its key or session is revoked. */
export function openFeedReaders() {
  const accounts = new Map<string, Set<Waiting>>();
  let count = 0;

  const wakeAll = (readers: Iterable<Waiting>) => {
    for (const reader of readers) reader.wake();
  };

  return {
    hint: (accountId: string) => wakeAll(accounts.get(accountId) ?? []),
    /** Events may have been missed. */
    hintAll(): void {
      for (const readers of accounts.values()) wakeAll(readers);
    },
    revoke(ids: ReadonlySet<string>): void {
      for (const readers of accounts.values()) {
        for (const reader of readers) {
          if (!ids.has(reader.credentialId)) continue;
          reader.isRevoked = true;
          reader.wake();
        }
      }
    },
    /** Null: too many wait. */
    wait(accountId: string, credentialId: string) {
      const readers = accounts.get(accountId) ?? new Set();
      if (readers.size >= PER_ACCOUNT_MAX || count >= READERS_MAX) return null;
      const reader: Waiting = { ...openWake(), credentialId, isRevoked: false };
      accounts.set(accountId, readers.add(reader));
      count += 1;
      return {
        isRevoked: () => reader.isRevoked,
        /** Resolves when there may be an event, the credential was revoked, the time is over or the signal is aborted. */
        changed: reader.wait,
        [Symbol.dispose]() {
          if (!readers.delete(reader)) return;
          count -= 1;
          if (readers.size === 0) accounts.delete(accountId);
        },
      };
    },
  };
}
