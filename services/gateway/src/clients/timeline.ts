import { orNull } from '@entrada/platform/grpc/fields';
import type { TimelineEntry } from '../domain/timeline.ts';
import { inPartTime } from './part-deadline.ts';

type Message = { at: string; kind: string; detail: string; traceId: string };

/** One service's part of the timeline of a charge. */
export function toTimeline(entries: readonly Message[]): TimelineEntry[] {
  return entries.map(({ at, kind, detail, traceId }) => ({
    ...(detail === '' ? {} : JSON.parse(detail)),
    at,
    kind,
    traceId: orNull(traceId),
  }));
}

/** A part without which the timeline is still useful. */
export async function optionalTimeline(
  ask: () => Promise<{ entries: readonly Message[] }>,
): Promise<TimelineEntry[]> {
  return toTimeline((await inPartTime(ask)).entries);
}
