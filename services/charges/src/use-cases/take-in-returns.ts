import {
  type NewReturn,
  newReturns,
  planReturns,
  type ReportedReturn,
  ReturnStatus,
} from '../domain/bank-return.ts';
import type { Payment } from '../domain/charge.ts';
import type { Source } from '../domain/source.ts';
import { setReturnsAside } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'>;
/** Ids of the returns that we request: a UUID without dashes. */
const OWN_FORM = /^[0-9a-f]{32}$/;

const REFUND_LOST =
  'a refund that we requested is not in this database: after a restore of charges run operator recover';

/**
 * Records what the bank returned of payments without our asking, each return once, and publishes what
 * has settled. A payment that is not stored yet is left for later. An error about one payment is
 * logged and holds up no other: the job that lists returns comes to it again. Returns that cannot be read are
 * set aside.
 */
export function takeInReturns({ payments, ledger, transact, now, metrics }: Needs) {
  const record = async (
    endToEndId: string,
    reported: readonly ReportedReturn[],
    source: Source,
  ): Promise<readonly NewReturn[]> =>
    transact(async (tx) => {
      const payment = await tx.findReturned(endToEndId);
      if (!payment) return [];
      let charge = payment.chargeId === null ? null : await tx.lockCharge(payment.chargeId);
      const plan = planReturns(payment, reported, await tx.returnsOf([endToEndId]));
      for (const { one, chargeCents } of plan) {
        charge = await tx.recordReturn({ payment, charge, chargeCents, source, at: now() }, one);
      }
      return plan.map(({ one }) => one);
    });

  /**
   * A return of ours whose record was lost with a restore of this database must not be taken for the
   * bank's own: the ledger knows it.
   */
  const withoutOurs = async (
    { endToEndId, returns = [] }: Payment,
    isNew: ReadonlySet<string>,
  ): Promise<readonly ReportedReturn[]> => {
    if (![...isNew].some((bankId) => OWN_FORM.test(bankId))) return returns;
    const { refundBankIds, requestedBankIds } = await ledger.paymentOnBooks(endToEndId);
    for (const bankId of requestedBankIds) {
      if (isNew.has(bankId)) await payments.requestReturn(endToEndId, bankId);
    }
    const lost = new Set(refundBankIds.filter((bankId) => isNew.has(bankId)));
    if (lost.size > 0) metrics.returnNotRecorded(endToEndId, new Error(REFUND_LOST));
    return returns.filter(({ bankId }) => !lost.has(bankId));
  };

  const takeInOne = async (payment: Payment, isNew: ReadonlySet<string>, source: Source) => {
    const { endToEndId } = payment;
    try {
      const returns = await withoutOurs(payment, isNew);
      for (const one of await record(endToEndId, returns, source)) {
        if (one.status !== ReturnStatus.Settled) continue;
        metrics.returned(one.natureza);
        if (one.afterFailure) metrics.settledAfterFailure(endToEndId, one.bankId);
      }
    } catch (error) {
      metrics.returnNotRecorded(endToEndId, error);
    }
  };

  /** Counted and shown to operators until the bank reports them readably. */
  const setUnreadAside = async (reported: readonly Payment[]): Promise<void> => {
    const aside = reported.flatMap(({ endToEndId, unreadReturns = [] }) =>
      unreadReturns.length > 0 ? [setReturnsAside(endToEndId, unreadReturns, now())] : [],
    );
    if (aside.length > 0) await payments.setAside(aside, now());
  };

  return async (reported: readonly Payment[], source: Source): Promise<void> => {
    await setUnreadAside(reported);
    const returned = reported.filter(({ returns = [] }) => returns.length > 0);
    if (returned.length === 0) return;
    const known = await payments.returnsOf(returned.map(({ endToEndId }) => endToEndId));
    const of = Map.groupBy(known, ({ endToEndId }) => endToEndId);
    for (const payment of returned) {
      const { endToEndId, returns = [] } = payment;
      const news = newReturns(returns, of.get(endToEndId) ?? []);
      // A refund that failed here is stored here: that the ledger knows it too does not make it lost.
      const unknown = news.filter(({ afterFailure }) => !afterFailure);
      const isNew = new Set(unknown.map(({ bankId }) => bankId));
      if (news.length > 0) await takeInOne(payment, isNew, source);
    }
  };
}
