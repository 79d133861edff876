import type { HintKind } from '../clients/changes.ts';
import { openListeners } from './listeners.ts';

/** An open stream of an account. */
type LiveListener = {
  /** Of the key or session that opened it. */
  readonly credentialId: string;
  send(kind: HintKind): void;
  end(): void;
};

/** How often an account gets a hint of one kind at most. */
const HINT_EVERY_MS = 1_000;
const LIMITS = { each: 'account', perNameMax: 20, max: 5_000 };

/** Passes hints on to the open streams of each account. */
export function openAccountHints() {
  const listeners = openListeners<LiveListener>(LIMITS);
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
