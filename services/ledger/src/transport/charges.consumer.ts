import type { Received } from '@entrada/platform/events/consumer';
import { UnprocessableEvent } from '@entrada/platform/events/unprocessable-event';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';
import { type ChargeFact, Unpostable } from '../domain/fact.ts';
import type { LedgerTransaction } from '../ports.ts';
import { ledgerMetrics } from './metrics/ledger-metrics.ts';

/** One batch, one transaction: it commits together with the claim of its events. */
export function onChargeEvents(app: App, { metrics }: Runtime) {
  const count = ledgerMetrics(metrics);
  return async (tx: LedgerTransaction, events: readonly Received<ChargeFact>[]): Promise<void> => {
    const facts = events.map(({ event }) => event);
    count(await app.postFacts(tx, facts).catch((error) => throwUnprocessable(error, events)));
  };
}

function throwUnprocessable(error: unknown, events: readonly Received<ChargeFact>[]): never {
  if (!(error instanceof Unpostable)) throw error;
  const refused = events.find(({ event }) => event === error.fact);
  throw refused ? new UnprocessableEvent(refused.eventId, error.message) : error;
}
