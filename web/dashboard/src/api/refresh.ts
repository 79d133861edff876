import type { Query, QueryClient } from '@tanstack/react-query';
import { type LiveKind, REFRESHED_BY } from './query-keys.ts';

/** A hint can be lost, so what is about to change is also read so often. */
export const LOOK_EVERY_MS = 15_000;

const readTwice = new WeakSet<Query>();

/** Reads again what a hint makes out of date; `all`: news may have been missed. */
export function refresh(queries: QueryClient, kind: LiveKind | 'all'): void {
  const kinds = kind === 'all' ? (Object.keys(REFRESHED_BY) as LiveKind[]) : [kind];
  const names = kinds.flatMap((name) => REFRESHED_BY[name]);
  const cache = queries.getQueryCache();
  const stale = new Set(names.flatMap((name) => cache.findAll({ queryKey: [...name] })));
  for (const query of stale) readAgain(queries, query);
}

/**
 * What is being read may miss the change, so it is read once more afterwards. It is not interrupted:
 * with a hint every second a slow connection would never finish.
 */
function readAgain(queries: QueryClient, query: Query): void {
  const invalidate = () => {
    readTwice.delete(query);
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  if (query.state.fetchStatus === 'idle') {
    invalidate();
  } else if (!readTwice.has(query)) {
    readTwice.add(query);
    query.promise?.then(invalidate, invalidate);
  }
}
