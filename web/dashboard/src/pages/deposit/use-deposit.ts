import type { Charge } from '@entrada/client/gen/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LOOK_EVERY_MS } from '../../api/refresh.ts';
import { isUnderWay } from './timeline-groups.ts';

export function useDeposit(paymentLinkId: string) {
  return useQuery({
    queryKey: queryKeys.deposit(paymentLinkId),
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/deposit/{paymentLinkId}', { path: { paymentLinkId }, signal }))
        .charge,
    refetchInterval: ({ state }) => state.data?.status === 'PENDING' && LOOK_EVERY_MS,
  });
}

/** Also names the services whose part is missing. */
export function useTimeline({ paymentLinkId, status }: Charge) {
  return useQuery({
    queryKey: queryKeys.timeline(paymentLinkId),
    queryFn: ({ signal }) =>
      api.request('GET /api/deposit/{paymentLinkId}/timeline', { path: { paymentLinkId }, signal }),
    refetchInterval: ({ state }) => isUnderWay(status, state.data?.timeline ?? []) && LOOK_EVERY_MS,
  });
}

/** Nothing is asked before there can be one. */
export function useRefunds({ paymentLinkId, status }: Charge) {
  return useQuery({
    queryKey: queryKeys.refunds(paymentLinkId),
    enabled: status === 'COMPLETED',
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/deposit/{paymentLinkId}/refunds', {
          path: { paymentLinkId },
          signal,
        })
      ).refunds,
    refetchInterval: ({ state }) =>
      (state.data ?? []).some((refund) => refund.status === 'PROCESSING') && LOOK_EVERY_MS,
  });
}

/** After a change that this page made itself: what it shows is read again at once. */
export function useRefreshDeposit(paymentLinkId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: queryKeys.deposit(paymentLinkId) });
}
