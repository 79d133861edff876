import type { Ports } from './ports.ts';
import { getCharge, listOpenCharges, putCharge, removeCharge } from './use-cases/charges.ts';
import {
  getPayment,
  listLatestPayments,
  payCode,
  payDue,
  payUnknown,
  schedulePayment,
} from './use-cases/payments.ts';
import { getRefund, putRefund, returnPayment, settleRefunds } from './use-cases/refunds.ts';
import { deleteWebhook, getWebhook, putWebhook } from './use-cases/webhooks.ts';

/** Everything this bank can do. */
export function buildApp(ports: Ports) {
  return {
    putCharge: putCharge(ports),
    getCharge: getCharge(ports),
    removeCharge: removeCharge(ports),
    listOpenCharges: listOpenCharges(ports),

    payCode: payCode(ports),
    schedulePayment: schedulePayment(ports),
    payUnknown: payUnknown(ports),
    payDue: payDue(ports),
    getPayment: getPayment(ports),
    listPayments: ports.payments.list,
    listLatestPayments: listLatestPayments(ports),
    readTruth: ports.payments.truth,

    putRefund: putRefund(ports),
    getRefund: getRefund(ports),
    returnPayment: returnPayment(ports),
    settleRefunds: settleRefunds(ports),
    readRefundTruth: ports.refunds.truth,

    putWebhook: putWebhook(ports),
    getWebhook: getWebhook(ports),
    deleteWebhook: deleteWebhook(ports),

    keepMail: ports.mails.add,
    listMails: ports.mails.latest,
    findMail: ports.mails.find,

    addFault: ports.faults.add,
    listFaults: ports.faults.list,
    clearFaults: ports.faults.clear,
    advanceClock: ports.clock.advance,
    resetClock: ports.clock.reset,
  };
}

export type App = ReturnType<typeof buildApp>;
