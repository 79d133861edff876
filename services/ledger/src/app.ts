import { pruneOldRows } from '@entrada/platform/db/jobs';
import type { Ports } from './ports.ts';
import { auditInFull } from './use-cases/audit-in-full.ts';
import { bookEvents } from './use-cases/book-events.ts';
import { findUnknownAccounts } from './use-cases/find-unknown-accounts.ts';
import { getBalance } from './use-cases/get-balance.ts';
import { getHours } from './use-cases/get-hours.ts';
import { getPaymentBooking } from './use-cases/get-payment-booking.ts';
import { getReceipt } from './use-cases/get-receipt.ts';
import { getTimeline } from './use-cases/get-timeline.ts';
import { holdRefund } from './use-cases/hold-refund.ts';
import { listEntries } from './use-cases/list-entries.ts';
import { listRefundMovements } from './use-cases/list-refund-movements.ts';
import { listSuspense } from './use-cases/list-suspense.ts';
import { owedCents } from './use-cases/owed-cents.ts';
import { republishEvents } from './use-cases/republish-events.ts';
import { resolveSuspense } from './use-cases/resolve-suspense.ts';
import { runAudit } from './use-cases/run-audit.ts';
import { runReconciliation } from './use-cases/run-reconciliation.ts';
import { signCheckpoints } from './use-cases/sign-checkpoints.ts';
import { suspenseCents } from './use-cases/suspense-cents.ts';
import { trackReturns } from './use-cases/track-returns.ts';
import { verifyLedger } from './use-cases/verify-ledger.ts';

const PRUNE_EVERY_MS = 300_000;

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    bookEvents: bookEvents(ports),
    holdRefund: holdRefund(ports),
    getBalance: getBalance(ports),
    listEntries: listEntries(ports),
    getHours: getHours(ports),
    getTimeline: getTimeline(ports),
    getReceipt: getReceipt(ports),
    listReceiptKeys: async () => ports.receiptKeys,
    getPaymentBooking: getPaymentBooking(ports),
    listRefundMovements: listRefundMovements(ports),
    listSuspense: listSuspense(ports),
    resolveSuspense: resolveSuspense(ports),
    republishEvents: republishEvents(ports),
    trackReturns: trackReturns(ports),
    signCheckpoints: signCheckpoints(ports),
    pruneOldRows: pruneOldRows(ports, PRUNE_EVERY_MS),
    suspenseCents: suspenseCents(ports),
    owedCents: owedCents(ports),
    findUnknownAccounts: findUnknownAccounts(ports),
    listAccounts: ports.listAccounts,
    runAudit: runAudit(ports),
    auditInFull: auditInFull(ports),
    verifyBooks: verifyLedger(ports),
    countUnread: ports.countUnread,
    runReconciliation: runReconciliation(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
