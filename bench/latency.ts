import type { BenchRun } from './bench-run.ts';
import type { Log } from './our-system.ts';
import { type Row, row } from './report.ts';
import type { SharedSystem } from './shared-system.ts';
import { median, percentile } from './statistics.ts';

const DELIVERED_AIM_MS = { p50: 50, p99: 250 };

/** From the bank's time of payment to the credit and to the webhook's arrival, at a steady rate. */
export async function measureLatency(
  { plan, say }: BenchRun,
  log: Log['name'],
  { depositor }: SharedSystem,
): Promise<Row[]> {
  const { perSecond, warmUpCount, count } = plan.payments;
  say(`Creating the charges, then paying ${count} of them at ${perSecond}/s...`);
  await depositor.ask({ act: 'create', count: warmUpCount + count, perSecond });
  await depositor.ask({ act: 'pay', count: warmUpCount, perSecond });
  const { creditedMs, deliveredMs } = await depositor.ask({ act: 'pay', count, perSecond });
  const name = (what: string) => `paid to ${what}, ${log} log`;
  const rows = [
    row(name('credited p50'), median(creditedMs), null, 'ms'),
    row(name('credited p99'), percentile(creditedMs, 0.99), null, 'ms'),
    row(name('delivered p50'), median(deliveredMs), DELIVERED_AIM_MS.p50, 'ms'),
    row(name('delivered p99'), percentile(deliveredMs, 0.99), DELIVERED_AIM_MS.p99, 'ms'),
  ];
  for (const { name: title, ours, unit } of rows) say(`${title}: ${ours} ${unit}`);
  return rows;
}
