import type { Received } from '@entrada/platform/events/consumer';
import { UnprocessableEvent } from '@entrada/platform/events/unprocessable-event';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';
import { type ChargeEvent, holderOf, Unbookable } from '../domain/charge-event.ts';
import { ledgerMetrics } from '../metrics/ledger-metrics.ts';
import type { OpenBooks } from '../ports.ts';

/** Counts what was booked and notes whose books changed; called after the commit. */
type Committed = () => void;

/** One batch, one transaction: it commits together with the claim of its events. */
export function onChargeEvents(
  app: App,
  { metrics }: Runtime,
  noteAccounts: (accountIds: readonly string[]) => void,
) {
  const count = ledgerMetrics(metrics);
  return async (tx: OpenBooks, received: readonly Received<ChargeEvent>[]): Promise<Committed> => {
    const events = received.map(({ event }) => event);
    const published = await app
      .bookEvents(tx, events)
      .catch((error) => throwUnprocessable(error, received));
    return () => {
      count(published);
      noteAccounts(published.length > 0 ? events.flatMap((event) => holderOf(event) ?? []) : []);
    };
  };
}

function throwUnprocessable(error: unknown, received: readonly Received<ChargeEvent>[]): never {
  if (!(error instanceof Unbookable)) throw error;
  const refused = received.find(
    ({ event }) =>
      event === error.event || (event.type === 'returned' && event.asRefund === error.event),
  );
  throw refused ? new UnprocessableEvent(refused.eventId, error.message) : error;
}
