import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function useDelivery(deliveryId: string) {
  return useQuery({
    queryKey: queryKeys.delivery(deliveryId),
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/deliveries/{deliveryId}', { path: { deliveryId }, signal }))
        .delivery,
  });
}

export function useRedeliver(deliveryId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const path = { deliveryId };
    await api.request('POST /api/deliveries/{deliveryId}/redeliver', { path, body: {} });
    await queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
}
