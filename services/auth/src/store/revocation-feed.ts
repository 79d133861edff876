import { listen } from '@entrada/platform/db/listen';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { openWake } from '@entrada/platform/time/wake';
import type { Pool } from 'pg';
import type { RevocationListener, Revocations, Revoked } from '../ports.ts';
import { fromPayload, REVOCATION_CHANNEL, revokedSince } from './revocation-store.ts';

const LISTENERS_MAX = 1_000;
/** A listener further behind must reconnect; its cache expires within seconds anyway. */
const PENDING_MAX = 20_000;
/** After a reconnect, revocations of this long ago are repeated: gateways may still cache them. */
const LOOK_BACK_MS = 10_000;

type Listener = Pick<RevocationListener, 'next'> & { add(revoked: Revoked): void };
type Options = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly runtime: Runtime;
};

/** Receives every revocation of any replica and passes it to the listeners of this one. */
export function openRevocationFeed(options: Options): Revocations & AsyncDisposable {
  const { databaseUrl, pool, runtime } = options;
  const listeners = new Set<Listener>();
  const notifyAll = (revoked: Revoked) => {
    for (const listener of listeners) listener.add(revoked);
  };

  const channel = listen({
    url: databaseUrl,
    name: 'auth-revocations',
    log: runtime.log,
    channel: REVOCATION_CHANNEL,
    onNotify: (payload) => notifyAll(fromPayload(payload)),
    onListening: async () =>
      notifyAll(await revokedSince(pool, new Date(Date.now() - LOOK_BACK_MS))),
  });

  return {
    since: (time) => revokedSince(pool, time),
    subscribe(signal) {
      if (listeners.size >= LISTENERS_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', 'Too many revocation listeners');
      }
      const listener = openListener(signal, channel.isListening);
      listeners.add(listener);
      return {
        next: listener.next,
        [Symbol.dispose]: () => void listeners.delete(listener),
      };
    },
    [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose](),
  };
}

function openListener(signal: AbortSignal, isListening: () => boolean): Listener {
  const wake = openWake();
  let keyIds: string[] = [];
  let sessionIds: string[] = [];
  let accountIds: string[] = [];
  return {
    add(revoked) {
      keyIds.push(...revoked.keyIds);
      sessionIds.push(...revoked.sessionIds);
      accountIds.push(...revoked.accountIds);
      wake.wake();
    },
    async next(waitMaxMs) {
      await wake.wait(waitMaxMs, signal);
      const revoked = { keyIds, sessionIds, accountIds };
      const count = keyIds.length + sessionIds.length + accountIds.length;
      if (count > PENDING_MAX)
        throw new AppError('UNAVAILABLE', 'Revocation listener is too far behind');
      [keyIds, sessionIds, accountIds] = [[], [], []];
      return count > 0 || isListening() ? revoked : null;
    },
  };
}
