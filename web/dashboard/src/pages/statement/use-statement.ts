import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { isoRange, type TimeRange } from '../../parts/time-range.ts';

const PAGE_SIZE = 50;

/** As the API takes it, without open ends. */
export function periodOf(range: TimeRange, now: number): Readonly<Record<string, string>> {
  const { from, to } = isoRange(range, now);
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

export function useStatement(range: TimeRange) {
  return useInfiniteQuery({
    queryKey: queryKeys.statement(range),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.request('GET /api/statement', {
        query: { ...periodOf(range, Date.now()), ...pageOf(pageParam) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function useSuspense() {
  return useInfiniteQuery({
    queryKey: queryKeys.suspense({}),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.request('GET /api/suspense', { query: pageOf(pageParam), signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

function pageOf(cursor: string) {
  return { limit: PAGE_SIZE, ...(cursor === '' ? {} : { cursor }) };
}
