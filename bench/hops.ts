import { availableParallelism, loadavg } from 'node:os';
import { eventually } from '@entrada/platform/testing/eventually';
import { HOPS } from '../deploy/monitoring/hops.ts';
import {
  metricsAt,
  quantileOf,
  type Scrape,
  selected,
  seriesIn,
} from '../packages/launcher/src/watch/read-figures.ts';
import type { Arrivals } from './depositor.ts';
import type { SharedSystem } from './our-system.ts';
import { type Row, row, table } from './report.ts';
import type { BenchRun } from './run-parts.ts';
import { median, percentile } from './statistics.ts';

const CREATES_PER_SECOND = 120;
const WARM_UP_PER_SECOND = 50;
/** What webhooks have yet to count when the last webhook has arrived. */
const COUNT_WAIT = { timeoutMs: 10_000 };

/** Each hop from the payment to the webhook, as the services measure it, and the whole way, as the receiver does. */
export async function measureHops(
  { plan, say }: BenchRun,
  { log, system, depositor }: SharedSystem,
): Promise<Row[]> {
  const { rates, seconds, warmUpCount } = plan.hops;
  const { chargesAdmin, ledgerAdmin, webhooksAdmin } = system.ports;
  const scrape = async (): Promise<Scrape> => {
    const ports = [chargesAdmin, ledgerAdmin, webhooksAdmin];
    const texts = await Promise.all(ports.map((port) => metricsAt(`127.0.0.1:${port}`)));
    return { atMs: Date.now(), series: texts.flatMap(seriesIn) };
  };
  const total = rates.reduce((sum, rate) => sum + rate * seconds, warmUpCount);
  say(`Creating ${total} charges...`);
  await depositor.ask({ act: 'create', count: total, perSecond: CREATES_PER_SECOND });
  await depositor.ask({ act: 'pay', count: warmUpCount, perSecond: WARM_UP_PER_SECOND });

  const rows: Row[] = [];
  for (const perSecond of rates) {
    const count = perSecond * seconds;
    const before = await scrape();
    const begunAt = performance.now();
    const { creditedMs, deliveredMs } = await depositor.ask({ act: 'pay', count, perSecond });
    const deliveredPerSecond = (1_000 * count) / (performance.now() - begunAt);
    const [load = 0] = loadavg();
    const after = await eventually(async () => {
      const now = await scrape();
      return HOPS.every((hop) => countedBetween(hop, before, now).count >= count) && now;
    }, COUNT_WAIT);
    const at = `${perSecond}/s, ${log} log`;
    const measured = [
      row(`delivered, ${at}`, deliveredPerSecond, perSecond, '/s'),
      row(`load average, ${at}`, load, availableParallelism(), 'processes'),
      ...rowsOf({ creditedMs, deliveredMs }, [before, after], at),
    ];
    say(`${count} payments:\n${table(measured)}`);
    rows.push(...measured);
  }
  return rows;
}

type Hop = (typeof HOPS)[number];

const FIGURES = [
  { name: 'p50', ofHop: quantileMs(0.5), ofAll: median },
  { name: 'p99', ofHop: quantileMs(0.99), ofAll: (ms: number[]) => percentile(ms, 0.99) },
  // Only means add up.
  {
    name: 'mean',
    ofHop(hop: Hop, before: Scrape, after: Scrape): number {
      const { seconds, count } = countedBetween(hop, before, after);
      return (1_000 * seconds) / count;
    },
    ofAll: (ms: number[]) => ms.reduce((sum, one) => sum + one, 0) / ms.length,
  },
];

function rowsOf(
  { creditedMs, deliveredMs }: Arrivals,
  [before, after]: readonly [Scrape, Scrape],
  at: string,
): Row[] {
  return FIGURES.flatMap(({ name, ofHop, ofAll }) => {
    const hops = HOPS.map((hop) => ({ ...hop, ms: ofHop(hop, before, after) }));
    const sum = hops.reduce((all, { ms }) => all + ms, 0);
    return [
      ...hops.map(({ title, ms }) => row(`${title} ${name}, ${at}`, ms, null, 'ms')),
      row(`paid to credited ${name}, ${at}`, ofAll(creditedMs), null, 'ms'),
      row(`paid to delivered ${name}, ${at}`, ofAll(deliveredMs), sum, 'ms'),
    ];
  });
}

function quantileMs(share: number) {
  return (hop: Hop, before: Scrape, after: Scrape): number =>
    1_000 * (quantileOf(share, labeled(hop), before, after) ?? Number.NaN);
}

function countedBetween(hop: Hop, before: Scrape, after: Scrape) {
  const grown = (series: string) =>
    totalOf(after, labeled(hop), series) - totalOf(before, labeled(hop), series);
  return { count: grown(`${hop.metric}_count`), seconds: grown(`${hop.metric}_sum`) };
}

function totalOf(scrape: Scrape, hop: ReturnType<typeof labeled>, series: string): number {
  return selected(scrape, hop, series).reduce((sum, { value }) => sum + value, 0);
}

/** As the series of all processes together have it. */
function labeled({ metric, service, labels }: Hop) {
  return { metric, labels: { service, ...labels } };
}
