import type { Charge, TimelineEntry } from '@entrada/client/gen/api';

type Area = 'payment' | 'ledger' | 'webhooks';
export type TimelineGroup = {
  readonly area: Area;
  readonly entries: readonly TimelineEntry[];
  /** Position of its first entry, which names the group. */
  readonly start: number;
  /** Time of the entry before the group; undefined for the first. */
  readonly after: string | undefined;
};

const LEDGER_KINDS: ReadonlySet<string> = new Set([
  'credited',
  'suspended',
  'suspense_credited',
  'suspense_refunded',
  'refund_held',
  'refund_booked',
  'refund_released',
  'returned_by_bank',
  'owed_advanced',
  'owed_repaid',
]);

/** More entries are expected soon: the payment, or its credit. */
export function isUnderWay(status: Charge['status'], entries: readonly TimelineEntry[]): boolean {
  if (status === 'PENDING') return true;
  return status === 'COMPLETED' && !entries.some(({ kind }) => kind === 'credited');
}

/** Entries in the order of time, where neighbours of one area stand together. */
export function groupTimeline(entries: readonly TimelineEntry[]): readonly TimelineGroup[] {
  const places = [...entries.keys()];
  const starts = places.filter((i) => areaAt(entries, i) !== areaAt(entries, i - 1));
  return starts.map((start, i, all) => ({
    area: areaAt(entries, start) ?? 'payment',
    entries: entries.slice(start, all[i + 1]),
    start,
    after: entries[start - 1]?.at,
  }));
}

function areaAt(entries: readonly TimelineEntry[], i: number): Area | undefined {
  const kind = entries[i]?.kind;
  if (kind === undefined) return undefined;
  if (kind.startsWith('webhook_')) return 'webhooks';
  return LEDGER_KINDS.has(kind) ? 'ledger' : 'payment';
}
