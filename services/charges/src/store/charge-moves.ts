import { listen } from '@entrada/platform/db/session';
import { timeLeftMs } from '@entrada/platform/grpc/call-context';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { Waiting, Watch } from '../ports.ts';

/** Reserved of the caller's time for the last look-up and the reply. */
const REPLY_MARGIN_MS = 300;

type Watcher = Watch & { readonly wake: () => void };
type Moves = Pick<Waiting, 'watch'> &
  AsyncDisposable & {
    /** The number of the process lock, or null while it is not held. */
    owner(): number | null;
  };

type Options = {
  readonly databaseUrl: string;
  /** Held by the same connection, to show the other replicas that this process lives. */
  readonly processLock: number;
  readonly log: Logger;
};

/**
 * Receives every status change of a charge, from any replica, on one connection per process. While
 * that is lost nobody is woken, and waiting calls poll by themselves.
 */
export function listenForMoves({ databaseUrl, processLock, log }: Options): Moves {
  const watchers = new Map<string, Set<Watcher>>();
  let lockLost: AbortSignal | null = null;
  const wake = (woken: Iterable<Watcher> = []) => {
    for (const watcher of woken) watcher.wake();
  };
  const channel = listen({
    url: databaseUrl,
    name: 'charge-moves',
    log,
    channel: 'charge_moved',
    async prepare(session) {
      await session.query('select pg_advisory_lock($1)', [processLock]);
      lockLost = session.lost;
    },
    onNotify: (chargeId) => wake(watchers.get(chargeId)),
    onListening() {
      for (const waiting of watchers.values()) wake(waiting);
    },
  });

  return {
    owner: () => (lockLost === null || lockLost.aborted ? null : processLock),
    watch(chargeId, maxMs) {
      const waitMs = Math.max(0, timeLeftMs(maxMs + REPLY_MARGIN_MS) - REPLY_MARGIN_MS);
      const watcher = openWatcher(Date.now() + waitMs);
      const ofCharge = watchers.get(chargeId) ?? new Set();
      watchers.set(chargeId, ofCharge.add(watcher));
      return {
        ...watcher,
        [Symbol.dispose]() {
          ofCharge.delete(watcher);
          if (ofCharge.size === 0) watchers.delete(chargeId);
        },
      };
    },
    [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose](),
  };
}

function openWatcher(endsAtMs: number): Watcher {
  const leftMs = () => Math.max(0, endsAtMs - Date.now());
  let moved = Promise.withResolvers<null>();
  let isMoved = false;

  const race = async <T>(work: Promise<T>, maxMs: number): Promise<T | null> => {
    const timer = Promise.withResolvers<null>();
    const timeout = setTimeout(() => timer.resolve(null), maxMs);
    try {
      return await Promise.race([work, moved.promise, timer.promise]);
    } finally {
      clearTimeout(timeout);
    }
  };

  return {
    wake() {
      isMoved = true;
      moved.resolve(null);
    },
    isOver: () => leftMs() === 0,
    unlessMoved: (work) => race(work, leftMs()),
    async pause(maxMs) {
      await race(new Promise<never>(() => {}), Math.min(maxMs, leftMs()));
      // A move that comes while nobody waits, or together with a result, ends the next pause.
      if (isMoved) moved = Promise.withResolvers();
      isMoved = false;
    },
  };
}
