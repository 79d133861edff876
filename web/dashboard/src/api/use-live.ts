import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { openSharedState } from '../ui/shared-state.ts';
import { followLive, type LiveState } from './live.ts';
import type { LiveKind } from './query-keys.ts';
import { refresh } from './refresh.ts';

type OnHint = (kind: LiveKind | 'all') => void;

const hintListeners = new Set<OnHint>();
const state = openSharedState<LiveState>('connecting');

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
        onState: state.set,
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

export const useLiveState: () => LiveState = state.use;
