import type { Charge, Payment, Source } from '../domain/charge.ts';
import {
  changesIn,
  type PaymentReturn,
  type ReturnChange,
  type ReturnedPayment,
  ReturnStatus,
} from '../domain/payment-return.ts';
import { setReturnsAside } from '../domain/unclear.ts';
import type { Ports, Transaction } from '../ports.ts';

type About = { readonly payment: ReturnedPayment; readonly charge: Charge | null };

/**
 * Compares the returns that the bank reports with ours. It records and publishes the end of a return that the bank made
 * by itself, or that settled after its failure. A return of ours that is under way becomes due: `pursueReturn` ends it. A
 * return in the form of ours that we did not know is stored and pursued. A payment that is not stored yet is left for later. An error about
 * one payment is logged and holds up no other: the job that lists returns comes to it again. Returns that cannot be
 * read are set aside.
 */
export function takeInReturns({ returns, unclear, transact, now, metrics }: Ports) {
  const recordAll = (
    { endToEndId, returns: reported = [] }: Payment,
    source: Source,
  ): Promise<readonly ReturnChange[]> =>
    transact(async (tx) => {
      const payment = await tx.findReturnedPayment(endToEndId);
      if (!payment) return [];
      let charge = payment.chargeId === null ? null : await tx.lockCharge(payment.chargeId);
      const changes = changesIn(payment, reported, await tx.returnsOf([endToEndId]));
      for (const change of changes) {
        await applyChange(tx, { payment, charge }, change, { source, at: now() });
        charge = charge && (await tx.lockCharge(charge.id));
      }
      return changes;
    });

  const countSettled = (endToEndId: string, change: ReturnChange): void => {
    if (change.type === 'due' || change.reported.status !== ReturnStatus.Settled) return;
    const { bankId, natureza } = change.reported;
    const { origin } = change.type === 'found' ? change : change.known;
    if (origin === 'BANK') metrics.returned(natureza);
    else if (change.type === 'ended') metrics.settledAfterFailure(endToEndId, bankId);
  };

  const recordOrLog = async (payment: Payment, source: Source): Promise<void> => {
    const { endToEndId } = payment;
    try {
      for (const change of await recordAll(payment, source)) countSettled(endToEndId, change);
    } catch (error) {
      metrics.returnNotRecorded(endToEndId, error);
    }
  };

  /** Counted and shown to operators until the bank reports them readably. */
  const setUnreadAside = async (reported: readonly Payment[]): Promise<void> => {
    const aside = reported.flatMap(({ endToEndId, unreadReturns = [] }) =>
      unreadReturns.length > 0 ? [setReturnsAside(endToEndId, unreadReturns, now())] : [],
    );
    if (aside.length > 0) await unclear.setAside(aside, now());
  };

  return async (reported: readonly Payment[], source: Source): Promise<void> => {
    await setUnreadAside(reported);
    const returned = reported.filter(({ returns: listed = [] }) => listed.length > 0);
    if (returned.length === 0) return;
    const known = await returns.ofPayments(returned.map(({ endToEndId }) => endToEndId));
    const of = Map.groupBy(known, ({ endToEndId }) => endToEndId);
    for (const payment of returned) {
      const { endToEndId, returns: listed = [] } = payment;
      // Most of what is listed is known: only news need a transaction.
      const unplaced = {
        endToEndId,
        txid: null,
        chargeId: null,
        // Of a refund that was lost, its failure is news, too.
        completes: true,
        surplusCents: 0,
      };
      const isNews = changesIn(unplaced, listed, of.get(endToEndId) ?? []).length > 0;
      if (isNews) await recordOrLog(payment, source);
    }
  };
}

type When = { readonly source: Source; readonly at: Date };

async function applyChange(
  tx: Transaction,
  about: About,
  change: ReturnChange,
  { source, at }: When,
): Promise<void> {
  if (change.type === 'due') return tx.expedite(change.known.id, at);
  if (change.type === 'ended') return recordEnd(tx, about, change.known, change, at);
  const found = await tx.insertFound(about, change, source, at);
  // One of ours is taken further by the job, which also asks the ledger.
  if (found?.origin === 'BANK') await recordEnd(tx, about, found, change, at);
}

async function recordEnd(
  tx: Transaction,
  about: About,
  known: PaymentReturn,
  { reported, chargeCents }: Extract<ReturnChange, { type: 'found' | 'ended' }>,
  recordedAt: Date,
): Promise<void> {
  const { status } = reported;
  if (status === ReturnStatus.Processing) return;
  const at = reported.settledAt ?? recordedAt;
  const { valueCents } = reported;
  const how = { status, at, recordedAt, failure: null, valueCents, chargeCents, isRefusal: false };
  await tx.endReturn(about, known, how);
}
