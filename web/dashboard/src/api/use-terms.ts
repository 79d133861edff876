import type { Reply } from '@entrada/client/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

export type Terms = Reply<'GET /api/account'>['terms'];

/** Fee plan and limits that hold for new deposits of this account. */
export function useTerms(): UseQueryResult<Terms> {
  return useQuery({
    queryKey: queryKeys.terms,
    queryFn: async ({ signal }) => (await api.request('GET /api/account', { signal })).terms,
  });
}
