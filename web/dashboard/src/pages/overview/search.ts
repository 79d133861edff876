import type { SearchSchemaInput } from '@tanstack/react-router';
import { parseRange, type RangeName, type TimeRange } from '../../parts/time-range.ts';

export const OVERVIEW_RANGES = ['24h', '7d', '30d', '90d'] as const satisfies readonly RangeName[];

export function parseOverviewSearch(search: Partial<TimeRange> & SearchSchemaInput): TimeRange {
  const { range } = parseRange(search, '7d');
  return { range: range === 'custom' ? '7d' : range };
}
