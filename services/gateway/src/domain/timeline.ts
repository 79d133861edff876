export type TimelineEntry = {
  readonly at: string;
  readonly kind: string;
  readonly traceId: string | null;
  readonly [detail: string]: unknown;
};

/** One story out of several, oldest first; what happened at the same time keeps its order. */
export function mergeTimelines(...parts: readonly (readonly TimelineEntry[])[]): TimelineEntry[] {
  return parts.flat().sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
