import type { BenchRun } from './bench-run.ts';
import { accountIds } from './ledger/credits.ts';
import { openLedgerBench } from './ledger/service.ts';
import type { Row } from './report.ts';
import { compareStates } from './states.ts';

const ACCOUNTS = accountIds(1_000);

/** How fast payments are booked. */
export function measureBooking(run: BenchRun): Promise<Row[]> {
  const { credits: count, ...plan } = run.plan.booking;
  return compareStates(run, {
    title: 'booking',
    unit: 'credits/s',
    open: (name) => openLedgerBench(run, `bench_booking_${name}`),
    round: (ledger, credits) => ledger.round(ACCOUNTS, credits),
    count,
    ...plan,
  });
}
