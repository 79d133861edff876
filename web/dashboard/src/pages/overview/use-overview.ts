import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LOOK_EVERY_MS } from '../../api/refresh.ts';
import { isoRange, type TimeRange } from '../../parts/time-range.ts';

const RECENT = 10;

/** A day is drawn in hours, more in days. */
export function useOverview(range: TimeRange) {
  const bucket = range.range === '24h' ? 'hour' : 'day';
  return useQuery({
    queryKey: queryKeys.overview(range),
    queryFn: async ({ signal }) => {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const { from } = isoRange(range, Date.now());
      const query = { bucket, tz, ...(from ? { from } : {}) } as const;
      return (await api.request('GET /api/overview', { query, signal })).overview;
    },
  });
}

export function useBalance() {
  return useQuery({
    queryKey: queryKeys.balance,
    queryFn: async ({ signal }) => (await api.request('GET /api/balance', { signal })).balance,
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Refreshed with every hint about deposits, so that the list and the checklist are live. */
export function useRecentDeposits() {
  return useQuery({
    queryKey: queryKeys.recentDeposits,
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/deposit', { query: { limit: RECENT }, signal })).charges,
  });
}

export function useHasKey() {
  return useQuery({
    queryKey: queryKeys.keys,
    queryFn: ({ signal }) => api.request('GET /api/keys', { signal }),
    select: ({ apiKeys }) => apiKeys.some(({ revokedAt }) => revokedAt === null),
  });
}
