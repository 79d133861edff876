import { pruneOldRows } from '@entrada/platform/db/job-store';
import type { Ports } from './ports.ts';
import { verifyLedger } from './use-cases/audit-books.ts';
import { bookEvents } from './use-cases/book-events.ts';
import { getReceipt } from './use-cases/get-receipt.ts';
import { holdRefund } from './use-cases/hold-refund.ts';
import { findUnknownAccounts, getHours, sumBankPayments } from './use-cases/read-books.ts';
import { republishEvents } from './use-cases/republish-events.ts';
import { handOverReturns, resolveSuspense } from './use-cases/resolve-suspense.ts';
import { auditInFull, runAudit, runReconciliation } from './use-cases/run-audit.ts';
import { signCheckpoints } from './use-cases/sign-checkpoints.ts';

export const PRUNE_EVERY_MS = 300_000;

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    bookEvents: bookEvents(ports),
    holdRefund: holdRefund(ports),
    isReturnDecided: ports.isReturnDecided,
    getBalance: ports.getBalance,
    listEntries: ports.listEntries,
    getHours: getHours(ports),
    getTimeline: ports.getTimeline,
    getReceipt: getReceipt(ports),
    listReceiptKeys: async () => ports.receiptKeys,
    listPaymentBookings: ports.listPaymentBookings,
    listRefundMovements: ports.listRefundMovements,
    listSuspense: ports.listSuspense,
    resolveSuspense: resolveSuspense(ports),
    republishEvents: republishEvents(ports),
    dueJobs: ports.jobs.due,
    handOverReturns: handOverReturns(ports),
    signCheckpoints: signCheckpoints(ports),
    pruneOldRows: pruneOldRows(ports, PRUNE_EVERY_MS),
    suspenseCents: ports.suspenseCents,
    owedCents: ports.owedCents,
    findUnknownAccounts: findUnknownAccounts(ports),
    listAccounts: ports.listAccounts,
    runAudit: runAudit(ports),
    auditInFull: auditInFull(ports),
    verifyBooks: verifyLedger(ports),
    sumBooks: ports.sumBooks,
    sumBankPayments: sumBankPayments(ports),
    listBookEntries: ports.listBookEntries,
    countUnread: ports.countUnread,
    runReconciliation: runReconciliation(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
