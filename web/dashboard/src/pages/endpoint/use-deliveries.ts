import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLiveHint } from '../../api/use-live.ts';
import type { EndpointSearch } from './search.ts';

const PAGE_SIZE = 25;

/** Only the first page is refreshed by itself: who has read further keeps the rows in their place. */
export function useDeliveries(webhookId: string, { status }: EndpointSearch) {
  const queries = useQueryClient();
  const queryKey = queryKeys.deliveries({ webhookId, status });
  const deliveries = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.request('GET /api/deliveries', {
        query: {
          webhookId,
          limit: PAGE_SIZE,
          ...(status ? { status } : {}),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  useLiveHint('delivery', () => {
    const isShort = (deliveries.data?.pages.length ?? 0) <= 1;
    if (isShort) void queries.invalidateQueries({ queryKey });
  });
  return deliveries;
}
