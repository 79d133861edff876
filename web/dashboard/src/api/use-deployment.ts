import type { Reply } from '@entrada/client/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { plainApi } from './api.ts';
import { queryKeys } from './query-keys.ts';

export type Deployment = Reply<'GET /api/deployment'>['deployment'];

/** What this installation is, with the account's own terms. */
export function useDeployment(): UseQueryResult<Deployment> {
  return useQuery({
    queryKey: queryKeys.deployment,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await plainApi.request('GET /api/deployment', { signal })).deployment,
  });
}
