import type { SearchSchemaInput } from '@tanstack/react-router';
import { parseRange, type TimeRange } from '../../parts/time-range.ts';

export type StatementSearch = TimeRange & { readonly tab: 'entries' | 'suspense' };

export function parseStatementSearch(
  search: Partial<StatementSearch> & SearchSchemaInput,
): StatementSearch {
  return {
    ...parseRange(search, '30d'),
    tab: search.tab === 'suspense' ? 'suspense' : 'entries',
  };
}
