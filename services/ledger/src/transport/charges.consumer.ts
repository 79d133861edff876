import { ChargeEvent } from '@entrada/contracts/services';
import { type Received, UnprocessableEvent } from '@entrada/platform/events/consumer';
import type { ReceivedRecord } from '@entrada/platform/events/event-log';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import { CreditedBefore, depositProblem } from '../domain/deposit.ts';
import type { CompletedCharge, LedgerTransaction } from '../ports.ts';
import { ledgerMetrics } from './metrics/ledger-metrics.ts';

const CHARGE_ID = /^[0-9a-f]{24}$/;

/** Throws on whatever cannot be believed; such a record is parked, never half applied. */
export function parseChargeEvent({ value }: ReceivedRecord): CompletedCharge {
  const { chargeCompleted: charge } = ChargeEvent.deserialize(value);
  if (!charge) throw new Error('unknown fact');
  if (!CHARGE_ID.test(charge.chargeId)) throw new Error('no charge is named');
  if (!isUuid(charge.accountId)) throw new Error('no account is named');
  const problem = depositProblem(charge);
  if (problem) throw new Error(problem);
  const confirmedAt = new Date(charge.confirmedAt);
  if (Number.isNaN(confirmedAt.getTime())) throw new Error('the confirmation has no time');
  return {
    chargeId: charge.chargeId,
    // As Postgres writes it: balances are looked up by this text.
    accountId: charge.accountId.toLowerCase(),
    valueCents: charge.valueCents,
    feeCents: charge.feeCents,
    paidCents: charge.paidCents,
    confirmedAt,
    announced: charge,
  };
}

/** One batch, one transaction: it commits together with the claim of its events. */
export function onChargeEvents(app: App, { metrics }: Runtime) {
  const count = ledgerMetrics(metrics);
  return async (
    tx: LedgerTransaction,
    events: readonly Received<CompletedCharge>[],
  ): Promise<void> => {
    const charges = events.map(({ event }) => event);
    count(
      await app.creditDeposits(tx, charges).catch((error) => throwUnprocessable(error, events)),
    );
  };
}

function throwUnprocessable(error: unknown, events: readonly Received<CompletedCharge>[]): never {
  if (!(error instanceof CreditedBefore)) throw error;
  const repeated = events.find(({ event }) => event === error.deposit);
  throw repeated ? new UnprocessableEvent(repeated.eventId, error.message) : error;
}
