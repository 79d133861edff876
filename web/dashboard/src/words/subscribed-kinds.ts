import type { Event } from '@entrada/client/gen/api';

/** What each kind of event that an endpoint can subscribe to means: one that the API gains does not compile without it. */
export type SubscribedKinds = Readonly<Record<Exclude<Event['event'], 'WEBHOOK_TEST'>, string>>;
