import { openWake, type Wake } from '@entrada/platform/time/backoff';
import { openListeners } from './listeners.ts';

type Waiting = Wake & { readonly credentialId: string; isRevoked: boolean };

const LIMITS = { each: 'account', perNameMax: 20, max: 5_000 };

/** Readers that wait for the next event of an account's feed: woken by a hint, and when its key or session is revoked. */
export function openFeedReaders() {
  const readers = openListeners<Waiting>(LIMITS);
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
