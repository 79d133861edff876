import { pruneOldRows } from '@entrada/platform/db/job-store';
import type { Ports } from './ports.ts';
import { getTerms, listTerms, setTerms } from './use-cases/account-terms.ts';
import { cancelCharge } from './use-cases/cancel-charge.ts';
import { checkOverdue } from './use-cases/check-overdue.ts';
import { createCharge } from './use-cases/create-charge.ts';
import { dismissUnclear, listUnclear } from './use-cases/dismiss-unclear.ts';
import { failReturn, recordFailures } from './use-cases/fail-return.ts';
import { getCharge } from './use-cases/get-charge.ts';
import { notifyPayments } from './use-cases/notify-payments.ts';
import { listReturns, trackReturns } from './use-cases/pursue-return.ts';
import {
  getLinkStatuses,
  getPaymentLink,
  getRefund,
  getTimeline,
  listCharges,
  listRefunds,
} from './use-cases/read-charges.ts';
import { recheckPayments, recheckUnclear } from './use-cases/recheck-payments.ts';
import { refundCharge } from './use-cases/refund-charge.ts';
import { republishEvents } from './use-cases/republish-events.ts';
import { lookUpReturns, returnPayment } from './use-cases/return-payment.ts';
import { sweepPayments } from './use-cases/sweep-payments.ts';

export const PRUNE_EVERY_MS = 60_000;

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    createCharge: createCharge(ports),
    getCharge: getCharge(ports),
    listCharges: listCharges(ports),
    getChargeHours: ports.hours.read,
    cancelCharge: cancelCharge(ports),
    refundCharge: refundCharge(ports),
    getRefund: getRefund(ports),
    listRefunds: listRefunds(ports),
    returnPayment: returnPayment(ports),
    lookUpReturns: lookUpReturns(ports),
    failReturn: failReturn(ports),
    recordFailures: recordFailures(ports),
    getTimeline: getTimeline(ports),
    getPaymentLink: getPaymentLink(ports),
    getLinkStatuses: getLinkStatuses(ports),
    notifyPayments: notifyPayments(ports),
    listForAudit: ports.history.changedBetween,
    recheckPayments: recheckPayments(ports),
    listUnclear: listUnclear(ports),
    dismissUnclear: dismissUnclear(ports),
    listAccounts: ports.listAccounts,
    republishEvents: republishEvents(ports),
    dueJobs: ports.jobs.due,
    sweepPayments: sweepPayments(ports),
    recheckUnclear: recheckUnclear(ports),
    checkOverdue: checkOverdue(ports),
    trackReturns: trackReturns(ports),
    listReturns: listReturns(ports),
    foldHours: ports.hours.fold,
    pruneOldRows: pruneOldRows(ports, PRUNE_EVERY_MS),
    getTerms: getTerms(ports),
    listTerms: listTerms(ports),
    setTerms: setTerms(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
