import type { Event } from './gen/api.ts';

/**
 * What a webhook brings and the feed lists: switch on `event`. A newer API can send events that are
 * not among these types, so let the switch have a default.
 */
export type WebhookEvent = Event;
