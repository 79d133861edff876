import { authenticateWith, signFor } from '@entrada/platform/events/mac';
import type { BenchRun } from './bench-run.ts';
import { accountIds, paid } from './ledger/credits.ts';
import { type Row, row } from './report.ts';
import { median } from './statistics.ts';

const ACCOUNTS = accountIds(10_000);
const RECORDS = 2_000;
const ROUNDS = 15;
/** What the design allows for each. */
const AIM_MICROSECONDS = 8;
const KEY = Buffer.alloc(32, 'ledger');
const OTHER_KEY = Buffer.alloc(32, 'webhooks');

/** What it costs that events prove their producer: at the producer, and for each consumer. */
export async function measureEventMacs(run: BenchRun): Promise<Row[]> {
  const records = Array.from({ length: RECORDS }, () => paid(ACCOUNTS[0] ?? ''));
  const sign = signFor({ ledger: KEY, webhooks: OTHER_KEY });
  const signed = records.map(sign);
  const [first] = records;
  const keys = { [first?.topic ?? '']: [KEY] };
  const authenticate = authenticateWith({ consumer: 'ledger', keys });
  const micro = [
    row('MACs for two consumers', microseconds(records, sign), 2 * AIM_MICROSECONDS, 'µs'),
    row('check of a MAC', microseconds(signed, authenticate), AIM_MICROSECONDS, 'µs'),
  ];
  for (const { name: title, ours } of micro) run.say(`${title}: ${ours} µs`);

  return micro;
}

/** Processor time of one, in the median of the rounds. */
function microseconds<T>(items: readonly T[], work: (item: T) => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begun = process.cpuUsage();
    for (const item of items) work(item);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / items.length;
  });
  return median(rounds);
}
