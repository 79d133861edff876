import type { Charge } from '@entrada/client/gen/api';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { parseRange, type TimeRange } from '../../parts/time-range.ts';

export const STATUSES = ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED'] as const;
const QUERY_LENGTH_MAX = 100;

export type DepositsSearch = TimeRange & {
  readonly q?: string | undefined;
  readonly status?: Charge['status'] | undefined;
};

/** The filters are in the URL, so that they survive a reload and can be sent to a colleague. */
export function parseDepositsSearch(
  search: Partial<DepositsSearch> & SearchSchemaInput,
): DepositsSearch {
  // A search of digits only is parsed as a number by the router.
  const q = String(search.q ?? '')
    .trim()
    .slice(0, QUERY_LENGTH_MAX);
  return {
    ...parseRange(search, '30d'),
    ...(q === '' ? {} : { q }),
    ...(STATUSES.some((status) => status === search.status)
      ? { status: search.status as Charge['status'] }
      : {}),
  };
}
