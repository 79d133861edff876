import type { Account } from '@entrada/client/gen/api';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { plainApi } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Who is logged in; without the dialog, because the shell sends strangers to the sign-in page. */
export function useAccount(): UseQueryResult<Account> {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: async ({ signal }) => (await plainApi.request('GET /api/account', { signal })).account,
  });
}
