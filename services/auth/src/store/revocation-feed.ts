import { AppError } from '@entrada/platform/errors/app-error';
import { keepSession } from '@entrada/platform/events/session';
import { openWake } from '@entrada/platform/events/wake';
import type { Runtime } from '@entrada/platform/runtime/runtime';
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
  const stop = new AbortController();
  let isListening = false;
  const notifyAll = (revoked: Revoked) => {
    for (const listener of listeners) listener.add(revoked);
  };

  const session = {
    url: databaseUrl,
    name: 'auth-revocations',
    log: runtime.log,
    signal: stop.signal,
    onNotify: (_channel: string, payload: string) => notifyAll(fromPayload(payload)),
  };
  const listening = keepSession(session, async ({ query, lost }) => {
    await query(`listen ${REVOCATION_CHANNEL}`);
    notifyAll(await revokedSince(pool, new Date(Date.now() - LOOK_BACK_MS)));
    isListening = true;
    await aborted(AbortSignal.any([lost, stop.signal]));
    isListening = false;
    if (!stop.signal.aborted) throw new Error('the listening connection was lost');
  });

  return {
    since: (time) => revokedSince(pool, time),
    subscribe(signal) {
      if (listeners.size >= LISTENERS_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', 'Too many revocation listeners');
      }
      const listener = openListener(signal, () => isListening);
      listeners.add(listener);
      return {
        next: listener.next,
        [Symbol.dispose]: () => void listeners.delete(listener),
      };
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await listening;
    },
  };
}

function openListener(signal: AbortSignal, isListening: () => boolean): Listener {
  const wake = openWake();
  let keyIds: string[] = [];
  let sessionIds: string[] = [];
  return {
    add(revoked) {
      keyIds.push(...revoked.keyIds);
      sessionIds.push(...revoked.sessionIds);
      wake.wake();
    },
    async next(waitMaxMs) {
      await wake.wait(waitMaxMs, signal);
      const revoked = { keyIds, sessionIds };
      const count = keyIds.length + sessionIds.length;
      if (count > PENDING_MAX)
        throw new AppError('UNAVAILABLE', 'Revocation listener is too far behind');
      [keyIds, sessionIds] = [[], []];
      return count > 0 || isListening() ? revoked : null;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
