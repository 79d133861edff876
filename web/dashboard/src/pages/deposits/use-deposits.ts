import type { Reply } from '@entrada/client/client';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLiveHint } from '../../api/use-live.ts';
import { isoRange } from '../../parts/time-range.ts';
import { countNew, updateRows } from './merge-news.ts';
import type { DepositsSearch } from './search.ts';

const PAGE_SIZE = 25;
const NEWS_TIMEOUT_MS = 10_000;

type Pages = InfiniteData<Reply<'GET /api/deposit'>>;

/** A search looks in all times: who searches an id does not know when it was. */
export function filtersOf({ q, status, ...range }: DepositsSearch, now: number) {
  const { from, to } = q ? {} : isoRange(range, now);
  return {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

export function useDeposits(search: DepositsSearch) {
  return useInfiniteQuery({
    queryKey: queryKeys.deposits(search),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => askPage(search, pageParam, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Rows change where they are; new ones are counted, because rows must not jump under the pointer. */
export function useNewDeposits(search: DepositsSearch) {
  const [news, setNews] = useState<{ readonly of: DepositsSearch; readonly count: number }>();
  const queries = useQueryClient();
  const queryKey = queryKeys.deposits(search);
  async function look(): Promise<void> {
    // What is being loaded may have been read before the change.
    await queries
      .getQueryCache()
      .find({ queryKey, exact: true })
      ?.promise?.catch(() => {});
    if (!queries.getQueryData<Pages>(queryKey)) return;
    const signal = AbortSignal.timeout(NEWS_TIMEOUT_MS);
    const latest = await askPage(search, '', signal).catch(() => null);
    const shown = queries.getQueryData<Pages>(queryKey);
    if (!latest || !shown) return;
    setNews({ of: search, count: countNew(shown.pages, latest.charges) });
    const pages = updateRows(shown.pages, latest.charges);
    queries.setQueryData<Pages>(queryKey, { ...shown, pages });
  }
  useLiveHint('charge', () => void look());
  return {
    count: news?.of === search ? news.count : 0,
    show: async () => {
      await queries.resetQueries({ queryKey });
      setNews(undefined);
    },
  };
}

function askPage(search: DepositsSearch, cursor: string, signal: AbortSignal) {
  const query = {
    ...filtersOf(search, Date.now()),
    limit: PAGE_SIZE,
    ...(cursor === '' ? {} : { cursor }),
  };
  return api.request('GET /api/deposit', { query, signal });
}
