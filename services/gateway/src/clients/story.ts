import { withDeadline } from '@entrada/platform/grpc/deadline';
import type { TimelineEntry } from '../domain/timeline.ts';
import { orNull } from './absent.ts';

/** A part that is missing is told as such; it must not hold up the others. */
const PART_TIMEOUT_MS = 2_000;

type Message = { at: string; kind: string; detail: string; traceId: string };

/** A service's part of a charge's story. */
export function toStory(entries: readonly Message[]): TimelineEntry[] {
  return entries.map(({ at, kind, detail, traceId }) => ({
    ...(detail === '' ? {} : JSON.parse(detail)),
    at,
    kind,
    traceId: orNull(traceId),
  }));
}

/** A part of a story that others can do without. */
export async function sidePart(
  ask: () => Promise<{ entries: readonly Message[] }>,
): Promise<TimelineEntry[]> {
  return toStory((await withDeadline(Date.now() + PART_TIMEOUT_MS, ask)).entries);
}
