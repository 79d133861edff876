import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';
import type { Payment } from '../domain/payment.ts';
import type { NewRefund } from '../domain/refund.ts';
import { chargeStore, lockCharge, lockChargeAt } from './charge-store.ts';
import { mailStore } from './mail-store.ts';
import { lockPayment, paymentStore, settlePayments } from './payment-store.ts';
import { addRefund, refundStore } from './refund-store.ts';
import { nextDue, type ScheduledPayment, schedule } from './schedule-store.ts';
import { openSharedState } from './shared-state.ts';
import { webhookStore } from './webhook-store.ts';

export type Stores = ReturnType<typeof openStores>;

export function openStores(db: Pool) {
  return {
    ...openSharedState(db),
    charges: chargeStore(db),
    payments: paymentStore(db),
    refunds: refundStore(db),
    webhooks: webhookStore(db),
    mails: mailStore(db),
    schedule: (payment: ScheduledPayment) => schedule(db, payment),
    /** Everything written inside `work` commits together, or not at all. */
    transact: <T>(work: (tx: ReturnType<typeof storesIn>) => Promise<T>) =>
      transact(db, (tx) => work(storesIn(tx))),
  };
}

function storesIn(tx: ClientBase) {
  return {
    /** No other replica pays, alters or removes the charge until this transaction ends. */
    lockAt: (location: string) => lockChargeAt(tx, location),
    lockCharge: (txid: string) => lockCharge(tx, txid),
    settle: (payments: readonly Payment[]) => settlePayments(tx, payments),
    nextDue: (now: Date) => nextDue(tx, now),
    lockPayment: (endToEndId: string) => lockPayment(tx, endToEndId),
    addRefund: (refund: NewRefund) => addRefund(tx, refund),
  };
}
