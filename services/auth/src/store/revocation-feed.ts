import { AppError } from '@entrada/platform/errors/app-error';
import { keepSession } from '@entrada/platform/events/session';
import { openWake } from '@entrada/platform/events/wake';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Pool } from 'pg';
import type { RevocationListener, Revocations, Revoked } from '../ports.ts';
import { fromPayload, REVOCATION_CHANNEL, revokedSince } from './revocation-store.ts';

const LISTENERS_MAX = 1_000;
/** Whoever is so far behind starts over; its cache ends within seconds anyway. */
const PENDING_MAX = 20_000;
/** What a connection that was lost and is back may have missed and a gateway may still believe. */
const LOOK_BACK_MS = 10_000;

type Listener = Pick<RevocationListener, 'next'> & { tell(revoked: Revoked): void };
type Options = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly runtime: Runtime;
};

/** Hears of every revocation by any replica and passes it on to all who listen here. */
export function openRevocationFeed(options: Options): Revocations & AsyncDisposable {
  const { databaseUrl, pool, runtime } = options;
  const listeners = new Set<Listener>();
  const stop = new AbortController();
  let isListening = false;
  const tellAll = (revoked: Revoked) => {
    for (const listener of listeners) listener.tell(revoked);
  };

  const session = {
    url: databaseUrl,
    name: 'auth-revocations',
    log: runtime.log,
    signal: stop.signal,
    onNotify: (_channel: string, payload: string) => tellAll(fromPayload(payload)),
  };
  const listening = keepSession(session, async ({ query, lost }) => {
    await query(`listen ${REVOCATION_CHANNEL}`);
    tellAll(await revokedSince(pool, new Date(Date.now() - LOOK_BACK_MS)));
    isListening = true;
    await aborted(AbortSignal.any([lost, stop.signal]));
    isListening = false;
    if (!stop.signal.aborted) throw new Error('the listening connection was lost');
  });

  return {
    since: (time) => revokedSince(pool, time),
    subscribe(signal) {
      if (listeners.size >= LISTENERS_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', 'Too many listen to revocations');
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
    tell(revoked) {
      keyIds.push(...revoked.keyIds);
      sessionIds.push(...revoked.sessionIds);
      wake.wake();
    },
    async next(waitMaxMs) {
      await wake.wait(waitMaxMs, signal);
      const revoked = { keyIds, sessionIds };
      const count = keyIds.length + sessionIds.length;
      if (count > PENDING_MAX) throw new AppError('UNAVAILABLE', 'Too far behind, start over');
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
