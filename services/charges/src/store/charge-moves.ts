import type { ChangeBatch } from '@entrada/platform/db/change-feed';
import { holdLock } from '@entrada/platform/db/session';
import { timeLeftMs } from '@entrada/platform/grpc/call-context';
import type { Logger } from '@entrada/platform/telemetry/log';
import { atMost } from '@entrada/platform/time/backoff';
import type { Waiting, Watch } from '../ports.ts';
import { linkIn } from './rows.ts';

/** Reserved of the caller's time for the last look-up and the reply. */
const REPLY_MARGIN_MS = 300;

type Watcher = Watch & { readonly wake: () => void };
type Moves = Pick<Waiting, 'watch'> &
  AsyncDisposable & {
    /** The number of the process lock, or null while it is not held. */
    owner(): number | null;
    /** Wakes calls that wait for the charges of these hints; all of them where hints were missed. */
    wake(batch: ChangeBatch): void;
  };

type Options = {
  readonly databaseUrl: string;
  /** Held to show the other replicas that this process lives. */
  readonly processLock: number;
  readonly log: Logger;
};

/** Calls that wait until a charge moves. What a hint leaves out they find themselves: they look again now and then. */
export function openMoves({ databaseUrl, processLock, log }: Options): Moves {
  const watchers = new Map<string, Set<Watcher>>();
  const lock = holdLock({ url: databaseUrl, name: 'process-lock', log, key: processLock });
  return {
    owner: () => (lock.isHeld() ? processLock : null),
    wake({ changes, missed }) {
      if (watchers.size === 0) return;
      const woken = missed
        ? [...watchers.values()]
        : changes.flatMap((hint) => watchers.get(linkIn(hint)) ?? []);
      for (const waiting of woken) for (const watcher of waiting) watcher.wake();
    },
    watch(paymentLinkId, maxMs) {
      const waitMs = Math.max(0, timeLeftMs(maxMs + REPLY_MARGIN_MS) - REPLY_MARGIN_MS);
      const watcher = openWatcher(Date.now() + waitMs);
      const ofCharge = watchers.get(paymentLinkId) ?? new Set();
      watchers.set(paymentLinkId, ofCharge.add(watcher));
      return {
        ...watcher,
        [Symbol.dispose]() {
          ofCharge.delete(watcher);
          if (ofCharge.size === 0) watchers.delete(paymentLinkId);
        },
      };
    },
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  };
}

function openWatcher(endsAtMs: number): Watcher {
  const leftMs = () => Math.max(0, endsAtMs - Date.now());
  let moved = Promise.withResolvers<null>();
  let isMoved = false;

  const race = async <T>(work: Promise<T>, maxMs: number): Promise<T | null> => {
    const first = Promise.race([work, moved.promise]);
    return (await atMost(maxMs, first)) ? first : null;
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
