import { ChargeEvent } from '@entrada/contracts/services';
import type { ReceivedRecord } from '@entrada/platform/events/event-log';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import { depositProblem } from '../domain/deposit.ts';
import type { CompletedCharge, LedgerTransaction } from '../ports.ts';
import { ledgerMetrics } from './metrics/ledger-metrics.ts';

/** Throws on whatever cannot be believed; such a record is parked, never half applied. */
export function parseChargeEvent({ value }: ReceivedRecord): CompletedCharge {
  const { chargeCompleted: charge } = ChargeEvent.deserialize(value);
  if (!charge) throw new Error('unknown fact');
  if (charge.chargeId === '') throw new Error('no charge is named');
  if (!isUuid(charge.accountId)) throw new Error('no account is named');
  const problem = depositProblem(charge);
  if (problem) throw new Error(problem);
  const confirmedAt = new Date(charge.confirmedAt);
  if (Number.isNaN(confirmedAt.getTime())) throw new Error('the confirmation has no time');
  return {
    chargeId: charge.chargeId,
    accountId: charge.accountId,
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
    events: readonly { readonly event: CompletedCharge }[],
  ): Promise<void> => {
    count(
      await app.creditDeposits(
        tx,
        events.map(({ event }) => event),
      ),
    );
  };
}
