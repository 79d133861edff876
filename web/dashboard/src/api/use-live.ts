import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { followLive, type LiveState } from './live.ts';
import { type LiveKind, REFRESHED_BY } from './query-keys.ts';

type OnHint = (kind: LiveKind | 'all') => void;

const hintListeners = new Set<OnHint>();
const stateListeners = new Set<() => void>();
let state: LiveState = 'connecting';

/** In the shell, once: refreshes what a hint makes out of date. */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      followLive({
        onHint(kind) {
          refresh(queries, kind);
          for (const listener of hintListeners) listener(kind);
        },
        onState(next) {
          state = next;
          for (const listener of stateListeners) listener();
        },
      }),
    [queries],
  );
}

/** For lists, which show that there is news instead of moving their rows. */
export function useLiveHint(kind: LiveKind, onHint: () => void): void {
  const call = useEffectEvent(onHint);
  useEffect(() => {
    const listener: OnHint = (hinted) => {
      if (hinted === kind || hinted === 'all') call();
    };
    hintListeners.add(listener);
    return () => {
      hintListeners.delete(listener);
    };
  }, [kind]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (changed) => {
      stateListeners.add(changed);
      return () => stateListeners.delete(changed);
    },
    () => state,
  );
}

function refresh(queries: QueryClient, kind: LiveKind | 'all'): void {
  const kinds = kind === 'all' ? (Object.keys(REFRESHED_BY) as LiveKind[]) : [kind];
  const names = new Set(kinds.flatMap((name) => REFRESHED_BY[name]));
  // Nothing is known to have changed by `all`, so what is being loaded is not asked for twice.
  const cancelRefetch = kind !== 'all';
  for (const queryKey of names) {
    void queries.invalidateQueries({ queryKey: [...queryKey] }, { cancelRefetch });
  }
}
