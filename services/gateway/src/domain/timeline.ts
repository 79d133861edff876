/** How charges learned of something from the bank. */
export const TIMELINE_SOURCES = [
  'query',
  'cancel',
  'callback',
  'sweep',
  'expiry_check',
  'recheck',
  'returns',
] as const;

/** With the details of its kind, by their names. */
export type TimelineEntry = Readonly<Record<string, unknown>> & {
  readonly at: string;
  readonly kind: string;
  readonly traceId: string | null;
};

/** Merges timelines, oldest entry first; entries of the same time keep their order. */
export function mergeTimelines(...parts: readonly (readonly TimelineEntry[])[]): TimelineEntry[] {
  return parts.flat().sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
