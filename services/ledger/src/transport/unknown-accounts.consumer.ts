import type { Received } from '@entrada/platform/events/consumer';
import type { App } from '../app.ts';
import { type ChargeEvent, holderOf } from '../domain/charge-event.ts';

/** Events of accounts that auth does not know, by event id. Fails if auth is unavailable and has to be asked. */
export function unknownAccountsIn(app: Pick<App, 'findUnknownAccounts'>) {
  return async (events: readonly Received<ChargeEvent>[]): Promise<ReadonlyMap<string, string>> => {
    const holders = events.flatMap(({ event }) => holderOf(event) ?? []);
    const unknown = await app.findUnknownAccounts(holders);
    if (unknown.size === 0) return new Map();
    return new Map(
      events
        .filter(({ event }) => unknown.has(holderOf(event) ?? ''))
        .map(({ eventId, event }) => [eventId, `account not found: ${holderOf(event)}`]),
    );
  };
}
