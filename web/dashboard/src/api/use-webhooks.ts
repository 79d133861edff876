import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** REST calls an endpoint a webhook. */
export function useWebhooks() {
  return useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: async ({ signal }) => (await api.request('GET /api/webhooks', { signal })).webhooks,
  });
}

export function useWebhook(webhookId: string) {
  return useQuery({
    queryKey: queryKeys.webhook(webhookId),
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/webhooks/{webhookId}', { path: { webhookId }, signal })).webhook,
  });
}

/** Of the last 24 hours, hour by hour. */
export function useWebhookMetrics(webhookId: string) {
  return useQuery({
    queryKey: queryKeys.webhookMetrics(webhookId, {}),
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/webhooks/{webhookId}/metrics', { path: { webhookId }, signal }))
        .metrics,
  });
}

export function useEventKinds() {
  return useQuery({
    queryKey: queryKeys.eventKinds,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/event-kinds', { signal })).eventKinds,
  });
}

export function useRefreshWebhooks(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['webhooks'] });
}
