import { withDeadline } from '@entrada/platform/grpc/call-context';
import { orNull } from '@entrada/platform/grpc/fields';
import type { Requester } from '@entrada/platform/identity/requester';

/** What a client takes for a message of a service: all fields but the optional ones are required. */
export type RequestOf<Message, Optional extends keyof Message = never> = Readonly<
  Omit<Message, Optional | 'requester'>
> & { readonly [Field in Optional]?: Message[Field] | undefined } & (Message extends {
    requester: unknown;
  }
    ? { readonly requester: Requester }
    : unknown);

export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };
/** Times are ISO 8601; `from` is inclusive, `to` exclusive, absent means unbounded. */
export type ListFields = 'from' | 'to' | 'cursor';

/** A missing part is reported as missing; it must not delay the others. */
const PART_TIMEOUT_MS = 2_000;

/** For the part of a reply that one of several services gives. */
export function inPartTime<T>(ask: () => Promise<T>): Promise<T> {
  return withDeadline(Date.now() + PART_TIMEOUT_MS, ask);
}

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
