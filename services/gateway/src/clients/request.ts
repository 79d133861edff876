import { withDeadline } from '@entrada/platform/grpc/call-context';
import { orNull } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { Requester } from '@entrada/platform/identity/requester';

type Message<
  Service,
  Call extends keyof RpcHandlers<Service>,
> = RpcHandlers<Service>[Call] extends (request: infer Request, ...rest: never) => unknown
  ? Request
  : never;

/** What a client takes for a call of a service: all fields of the message but the optional ones are required. */
export type RequestOf<
  Service,
  Call extends keyof RpcHandlers<Service>,
  Optional extends keyof Message<Service, Call> = never,
> = Readonly<Omit<Message<Service, Call>, Optional | 'requester'>> & {
  readonly [Field in Optional]?: Message<Service, Call>[Field] | undefined;
} & (Message<Service, Call> extends { requester: unknown }
    ? { readonly requester: Requester }
    : unknown);

export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };
/** Times are ISO 8601; `from` is inclusive, `to` exclusive, absent means unbounded. */
export type ListFields = 'from' | 'to' | 'cursor';

type WithNulls<T, Name extends keyof T> = Omit<T, Name> & { [N in Name]: T[N] | null };

/** A message has no null: an empty text stands for it in the fields that are named. */
export function withNulls<T extends object, Name extends keyof T>(
  message: T,
  ...names: readonly Name[]
): WithNulls<T, Name> {
  const missing = names.filter((name) => message[name] === '').map((name) => [name, null]);
  return { ...message, ...Object.fromEntries(missing) };
}

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

type EntryMessage = { at: string; kind: string; detail: string; traceId: string };

/** One service's part of the timeline of a charge. */
export function toTimeline(entries: readonly EntryMessage[]): TimelineEntry[] {
  return entries.map(({ at, kind, detail, traceId }) => ({
    ...(detail === '' ? {} : JSON.parse(detail)),
    at,
    kind,
    traceId: orNull(traceId),
  }));
}

/** A part without which the timeline is still useful. */
export async function optionalTimeline(
  ask: () => Promise<{ entries: readonly EntryMessage[] }>,
): Promise<TimelineEntry[]> {
  return toTimeline((await inPartTime(ask)).entries);
}
