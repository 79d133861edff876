import {
  type NewReturn,
  newReturns,
  planReturns,
  type ReportedReturn,
  ReturnStatus,
} from '../domain/bank-return.ts';
import type { Payment } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'payments' | 'transact' | 'now' | 'metrics'>;
export type FoundBy = 'query' | 'callback' | 'sweep' | 'recheck' | 'expiry' | 'cancel' | 'returns';

/**
 * Records what the bank returned of payments without our asking, each return once, and announces what
 * has settled. A payment that is not stored yet is left for later. An error about one payment is
 * logged and holds up no other: the job that lists returns comes to it again.
 */
export function takeInReturns({ payments, transact, now, metrics }: Needs) {
  const record = async (
    endToEndId: string,
    reported: readonly ReportedReturn[],
    foundBy: FoundBy,
  ): Promise<readonly NewReturn[]> =>
    transact(async (tx) => {
      const payment = await tx.findReturned(endToEndId);
      if (!payment) return [];
      let charge = payment.chargeId === null ? null : await tx.lockCharge(payment.chargeId);
      const plan = planReturns(payment, reported, await tx.returnsOf([endToEndId]));
      for (const { one, chargeCents } of plan) {
        charge = await tx.recordReturn({ payment, charge, chargeCents, foundBy, at: now() }, one);
      }
      return plan.map(({ one }) => one);
    });

  const takeInOne = async ({ endToEndId, returns = [] }: Payment, foundBy: FoundBy) => {
    try {
      for (const one of await record(endToEndId, returns, foundBy)) {
        if (one.status !== ReturnStatus.Settled) continue;
        metrics.returned(one.nature);
        if (one.afterFailure) metrics.settledAfterFailure(endToEndId, one.bankId);
      }
    } catch (error) {
      metrics.returnNotRecorded(endToEndId, error);
    }
  };

  return async (reported: readonly Payment[], foundBy: FoundBy): Promise<void> => {
    const returned = reported.filter(({ returns = [] }) => returns.length > 0);
    if (returned.length === 0) return;
    const known = await payments.returnsOf(returned.map(({ endToEndId }) => endToEndId));
    const of = Map.groupBy(known, ({ endToEndId }) => endToEndId);
    for (const payment of returned) {
      const { endToEndId, returns = [] } = payment;
      const isNews = newReturns(returns, of.get(endToEndId) ?? []).length > 0;
      if (isNews) await takeInOne(payment, foundBy);
    }
  };
}
