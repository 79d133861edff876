export type TimelineEntry = {
  readonly at: string;
  readonly kind: string;
  readonly traceId: string | null;
  readonly [detail: string]: unknown;
};

/** Merges timelines, oldest entry first; entries of the same time keep their order. */
export function mergeTimelines(...parts: readonly (readonly TimelineEntry[])[]): TimelineEntry[] {
  return parts.flat().sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
