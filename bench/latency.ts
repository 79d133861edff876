import type { BenchRun } from './bench-run.ts';
import type { Arrivals, Order } from './depositor.ts';
import { addressesOf, type Log, startOurSystem } from './our-system.ts';
import { type Row, row } from './report.ts';
import { median, percentile } from './statistics.ts';
import { startWorker } from './worker.ts';

const PAYING_MAX_MS = 120_000;
const DELIVERED_AIM_MS = { p50: 50, p99: 250 };

/** From the bank's time of payment to the credit and to the webhook's arrival, at a steady rate. */
export async function measureLatency(run: BenchRun, log: Log): Promise<Row[]> {
  const { plan, say, signal } = run;
  const { perSecond, warmUpCount, count } = plan.payments;
  say(`Latency on the ${log.name} event log: starting our services and the sandbox bank...`);
  await using system = await startOurSystem(run, log);
  using depositor = startWorker<Order, Arrivals>('depositor.ts', {
    askMaxMs: PAYING_MAX_MS,
    signal,
  });
  await depositor.ask({ act: 'open', ...addressesOf(system) });
  say(`Creating the charges, then paying ${count} of them at ${perSecond}/s...`);
  await depositor.ask({ act: 'create', count: warmUpCount + count, perSecond });
  await depositor.ask({ act: 'pay', count: warmUpCount, perSecond });
  const { creditedMs, deliveredMs } = await depositor.ask({ act: 'pay', count, perSecond });
  const name = (what: string) => `paid to ${what}, ${log.name} log`;
  const rows = [
    row(name('credited p50'), median(creditedMs), null, 'ms'),
    row(name('credited p99'), percentile(creditedMs, 0.99), null, 'ms'),
    row(name('delivered p50'), median(deliveredMs), DELIVERED_AIM_MS.p50, 'ms'),
    row(name('delivered p99'), percentile(deliveredMs, 0.99), DELIVERED_AIM_MS.p99, 'ms'),
  ];
  for (const { name: title, ours, unit } of rows) say(`${title}: ${ours} ${unit}`);
  return rows;
}
