import type { Ports } from './ports.ts';
import { deleteWebhook } from './use-cases/delete-webhook.ts';
import { getCharge } from './use-cases/get-charge.ts';
import { getPayment } from './use-cases/get-payment.ts';
import { getRefund } from './use-cases/get-refund.ts';
import { getWebhook } from './use-cases/get-webhook.ts';
import { listLatestPayments } from './use-cases/list-latest-payments.ts';
import { listOpenCharges } from './use-cases/list-open-charges.ts';
import { payCode } from './use-cases/pay-code.ts';
import { payDue } from './use-cases/pay-due.ts';
import { payUnknown } from './use-cases/pay-unknown.ts';
import { putCharge } from './use-cases/put-charge.ts';
import { putRefund } from './use-cases/put-refund.ts';
import { putWebhook } from './use-cases/put-webhook.ts';
import { removeCharge } from './use-cases/remove-charge.ts';
import { returnPayment } from './use-cases/return-payment.ts';
import { schedulePayment } from './use-cases/schedule-payment.ts';
import { settleRefunds } from './use-cases/settle-refunds.ts';

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
