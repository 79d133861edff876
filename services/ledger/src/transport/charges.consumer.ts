import type { ReceivedEvent } from '@entrada/platform/events/consumer';
import { UnprocessableEvent } from '@entrada/platform/events/handle-once';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';
import { type ChargeEvent, holderOf, Unbookable } from '../domain/charge-event.ts';
import { ledgerMetrics } from '../metrics/ledger-metrics.ts';
import type { OpenBooks } from '../ports.ts';

/** Counts what was booked and notes whose books changed; called after the commit. */
type OnCommit = () => void;

/** One batch, one transaction: it commits together with the claim of its events. */
export function onChargeEvents(
  app: App,
  { metrics }: Runtime,
  noteAccounts: (accountIds: readonly string[]) => void,
) {
  const count = ledgerMetrics(metrics);
  return async (
    tx: OpenBooks,
    received: readonly ReceivedEvent<ChargeEvent>[],
  ): Promise<OnCommit> => {
    const events = received.map(({ event }) => event);
    const published = await app
      .bookEvents(tx, events)
      .catch((error) => throwUnprocessable(error, received));
    const writtenAt = new Date();
    return () => {
      count(published, { receivedAt: received[0]?.receivedAt ?? writtenAt, writtenAt });
      // The books may know whose payment it was though the event does not.
      const holders = published.map(({ booked }) => booked.holderId);
      noteAccounts([...holders, ...events.flatMap((event) => holderOf(event) ?? [])]);
    };
  };
}

function throwUnprocessable(
  error: unknown,
  received: readonly ReceivedEvent<ChargeEvent>[],
): never {
  if (!(error instanceof Unbookable)) throw error;
  const refused = received.find(({ event }) => event === error.event);
  throw refused ? new UnprocessableEvent(refused.eventId, error.message) : error;
}

/** Events of accounts that auth does not know, by event id. Fails if auth is unavailable and has to be asked. */
export function unknownAccountsIn(app: Pick<App, 'findUnknownAccounts'>) {
  return async (
    events: readonly ReceivedEvent<ChargeEvent>[],
  ): Promise<ReadonlyMap<string, string>> => {
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
