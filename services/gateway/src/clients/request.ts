import { withDeadline } from '@entrada/platform/grpc/call-context';
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
