import { pruneOldRows } from '@entrada/platform/db/jobs';
import type { Ports } from './ports.ts';
import { addUpHours } from './use-cases/add-up-hours.ts';
import { cancelCharge } from './use-cases/cancel-charge.ts';
import { checkOverdue } from './use-cases/check-overdue.ts';
import { createCharge } from './use-cases/create-charge.ts';
import { dismissUnclear } from './use-cases/dismiss-unclear.ts';
import { getCharge } from './use-cases/get-charge.ts';
import { getChargeHours } from './use-cases/get-charge-hours.ts';
import { getLinkStatuses } from './use-cases/get-link-statuses.ts';
import { getPaymentLink } from './use-cases/get-payment-link.ts';
import { getRefund } from './use-cases/get-refund.ts';
import { getReturn } from './use-cases/get-return.ts';
import { getTerms } from './use-cases/get-terms.ts';
import { getTimeline } from './use-cases/get-timeline.ts';
import { listCharges } from './use-cases/list-charges.ts';
import { listForAudit } from './use-cases/list-for-audit.ts';
import { listRefunds } from './use-cases/list-refunds.ts';
import { listTerms } from './use-cases/list-terms.ts';
import { listUnclear } from './use-cases/list-unclear.ts';
import { notifyPayments } from './use-cases/notify-payments.ts';
import { recheckPayments } from './use-cases/recheck-payments.ts';
import { recheckUnclear } from './use-cases/recheck-unclear.ts';
import { recoverRefunds } from './use-cases/recover-refunds.ts';
import { refundCharge } from './use-cases/refund-charge.ts';
import { republishEvents } from './use-cases/republish-events.ts';
import { returnPayment } from './use-cases/return-payment.ts';
import { setTerms } from './use-cases/set-terms.ts';
import { sweepLate } from './use-cases/sweep-late.ts';
import { sweepPayments } from './use-cases/sweep-payments.ts';
import { sweepRecent } from './use-cases/sweep-recent.ts';
import { trackRefunds } from './use-cases/track-refunds.ts';
import { trackReturns } from './use-cases/track-returns.ts';

const PRUNE_EVERY_MS = 60_000;

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    createCharge: createCharge(ports),
    getCharge: getCharge(ports),
    listCharges: listCharges(ports),
    getChargeHours: getChargeHours(ports),
    cancelCharge: cancelCharge(ports),
    recoverRefunds: recoverRefunds(ports),
    refundCharge: refundCharge(ports),
    getRefund: getRefund(ports),
    listRefunds: listRefunds(ports),
    returnPayment: returnPayment(ports),
    getReturn: getReturn(ports),
    getTimeline: getTimeline(ports),
    getPaymentLink: getPaymentLink(ports),
    getLinkStatuses: getLinkStatuses(ports),
    notifyPayments: notifyPayments(ports),
    listForAudit: listForAudit(ports),
    recheckPayments: recheckPayments(ports),
    listUnclear: listUnclear(ports),
    dismissUnclear: dismissUnclear(ports),
    listAccounts: ports.listAccounts,
    republishEvents: republishEvents(ports),
    sweepPayments: sweepPayments(ports),
    sweepRecent: sweepRecent(ports),
    sweepLate: sweepLate(ports),
    recheckUnclear: recheckUnclear(ports),
    checkOverdue: checkOverdue(ports),
    trackRefunds: trackRefunds(ports),
    trackReturns: trackReturns(ports),
    addUpHours: addUpHours(ports),
    pruneOldRows: pruneOldRows(ports, PRUNE_EVERY_MS),
    getTerms: getTerms(ports),
    listTerms: listTerms(ports),
    setTerms: setTerms(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
