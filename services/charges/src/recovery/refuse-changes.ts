import { AppError } from '@entrada/platform/errors/app-error';
import { callerNow } from '@entrada/platform/grpc/callers';
import type { App } from '../app.ts';

const RETRY_AFTER_MS = 30_000;

/** What becomes of each use case until a restored database is recovered. Payments that are refused wait at the bank. */
const UNTIL_RECOVERED = {
  createCharge: 'refused',
  // It asks the bank only where `mayAskBank` lets it: else it shows what is stored.
  getCharge: 'allowed',
  listCharges: 'allowed',
  getChargeHours: 'allowed',
  cancelCharge: 'refused',
  refundCharge: 'refused',
  getRefund: 'allowed',
  listRefunds: 'allowed',
  returnPayment: 'refused',
  lookUpReturns: 'refused',
  failReturn: 'refused',
  recordFailures: 'paused',
  getTimeline: 'allowed',
  getPaymentLink: 'allowed',
  getLinkStatuses: 'allowed',
  notifyPayments: 'refused',
  listForAudit: 'allowed',
  recheckPayments: 'refused',
  listUnclear: 'allowed',
  dismissUnclear: 'refused',
  listAccounts: 'allowed',
  republishEvents: 'refused',
  dueJobs: 'allowed',
  sweepPayments: 'paused',
  recheckUnclear: 'paused',
  checkOverdue: 'paused',
  trackReturns: 'paused',
  listReturns: 'paused',
  foldHours: 'allowed',
  pruneOldRows: 'paused',
  getTerms: 'allowed',
  listTerms: 'allowed',
  setTerms: 'refused',
} as const satisfies Record<keyof App, 'allowed' | 'refused' | 'paused'>;

type UseCase = (...input: never[]) => Promise<unknown>;

/** Refuses changes, and pauses the jobs that make some, as long as the database is restored and not recovered. */
export function refuseChanges(app: App, isRestored: () => boolean): App {
  const guards: Readonly<Record<string, (run: UseCase) => UseCase>> = {
    allowed: (run) => run,
    refused:
      (run) =>
      async (...input) => {
        if (isRestored()) throw notRecovered();
        return run(...input);
      },
    paused:
      (run) =>
      async (...input) =>
        isRestored() ? false : run(...input),
  };
  const guarded = Object.entries<UseCase>(app).map(([name, run]) => {
    const guard = guards[UNTIL_RECOVERED[name as keyof App]];
    return [name, guard?.(run)];
  });
  return Object.fromEntries(guarded);
}

/** To operators it says what to do; clients can only wait. */
function notRecovered(): AppError {
  const message =
    callerNow().person === null
      ? 'Deposits can be read but not changed for a while'
      : 'The database of charges was restored, and changes are refused until operator recover has ended.';
  return new AppError('UNAVAILABLE', message, { retryAfterMs: RETRY_AFTER_MS });
}
