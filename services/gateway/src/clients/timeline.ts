import { orNull } from '@entrada/platform/grpc/fields';
import { inPartTime } from './request.ts';

/** With the details of its kind, by their names. */
export type TimelineEntry = Readonly<Record<string, unknown>> & {
  readonly at: string;
  readonly kind: string;
  readonly traceId: string | null;
};

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
