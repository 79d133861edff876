import { setTimeout as delay } from 'node:timers/promises';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { signed } from '../test/harness/event-keys.ts';
import type { BenchRun } from './bench-run.ts';
import { type Row, row, rowOfRounds } from './report.ts';
import { openDatabases } from './service-alone.ts';
import { median, percentile } from './statistics.ts';
import { allRecorded, planDeliveries, storeFinished } from './webhooks/backlog.ts';
import type { FloorQuestion } from './webhooks/floor.ts';
import { credit, startWebhooks, type Webhooks } from './webhooks/service.ts';
import type { SinkQuestion, SinkResult } from './webhooks/sink.ts';
import { startWorker, type Worker } from './worker.ts';

const ROUND_MAX_MS = 120_000;
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(500) });
const RECORDED_WAIT = { timeoutMs: 60_000 };
const AIM_MS = { p50: 10, p99: 50 };

const FLOORS = ['each', 'batched'] as const;

type Sink = Worker<SinkQuestion, SinkResult>;
type Sides = Record<'ours' | 'each' | 'batched', number[]>;

/** How fast deliveries go out, how soon a first attempt follows a credit, and what a full log costs. */
export async function measureWebhooks(run: BenchRun, name = 'bench'): Promise<Row[]> {
  const { plan, say, signal } = run;
  const { stored, endpoints } = plan.webhooks;
  say('Webhooks: starting the service, a receiver and a bare sender...');
  const limits = { askMaxMs: ROUND_MAX_MS, signal };
  using sink = startWorker<SinkQuestion, SinkResult>('webhooks/sink.ts', limits);
  using floor = startWorker<FloorQuestion, { perSecond: number }>('webhooks/floor.ts', limits);
  const origin = `http://localhost:${(await sink.ask({ ask: 'port' })).port}`;
  await using floorDatabase = await openDatabases(run, 'webhooks', `${name}_floor`);
  await using webhooks = await startWebhooks(run, name);
  const floorRound = (kind: FloorQuestion['kind']) =>
    floor.ask({
      kind,
      databaseUrl: `${floorDatabase.url}?options=-c%20synchronous_commit%3Doff`,
      origin,
      body: BODY,
      count: plan.webhooks.deliveries,
    });
  const measure = async (title: string) => {
    const sides: Sides = { ours: [], each: [], batched: [] };
    for (let turn = 1; turn <= plan.webhooks.rounds; turn += 1) {
      for (const kind of FLOORS) sides[kind].push((await floorRound(kind)).perSecond);
      sides.ours.push(await ourRound(webhooks, sink, plan.webhooks.deliveries));
      const rates = Object.entries(sides).map(([side, values]) => `${side} ${shown(values)}/s`);
      say(`${title} ${turn}: ${rates.join(', ')}`);
    }
    return [
      rowOfRounds(title, sides.ours, sides.each, 'deliveries/s'),
      rowOfRounds(`${title} (floor: batched)`, sides.ours, sides.batched, 'deliveries/s'),
    ] as const;
  };

  const [accountId = ''] = await webhooks.addEndpoints(1, `${origin}/`);
  await ourRound(webhooks, sink, plan.webhooks.deliveries);
  const one = await measure('deliveries, 1 endpoint');
  const latency = await measureLatency(run, webhooks, sink, accountId);
  await webhooks.addEndpoints(endpoints - 1, `${origin}/`);
  const many = await measure(`deliveries, ${endpoints} endpoints`);
  say(`Storing ${stored} finished deliveries...`);
  await storeFinished(webhooks.db, stored, BODY);
  const full = await measure(`deliveries, ${stored} stored`);
  const [ratio, before] = [full[0].ratio ?? 0, many[0].ratio ?? 0];
  const kept = row('the same beside none stored', ratio, before, 'of the floor');
  return [...one, ...many, ...full, kept, ...latency];
}

/** From the first arrival to the last of a backlog that became due at once. */
async function ourRound({ db }: Webhooks, sink: Sink, count: number): Promise<number> {
  await sink.ask({ ask: 'forget' });
  await planDeliveries(db, count, BODY);
  const { spanMs } = await sink.ask({ ask: 'wait', count });
  await eventually(() => allRecorded(db), RECORDED_WAIT);
  return count / (spanMs / 1_000);
}

async function measureLatency(
  { plan, say }: BenchRun,
  { eventsUrl }: Webhooks,
  sink: Sink,
  accountId: string,
): Promise<Row[]> {
  const { perSecond, count } = plan.webhooks;
  const runtime = testRuntime('bench');
  await using ledger = openEventLog({ eventsDatabaseUrl: eventsUrl }, runtime, 'ledger');
  const publishAll = async (total: number) => {
    await sink.ask({ ask: 'forget' });
    const started = performance.now();
    for (let turn = 0; turn < total; turn += 1) {
      await delay(Math.max(0, started + (turn * 1_000) / perSecond - performance.now()));
      await ledger.publish([signed(credit(accountId))]);
    }
    return (await sink.ask({ ask: 'wait', count: total })).waitsMs;
  };
  await publishAll(perSecond);
  const waits = await publishAll(count);
  const name = `credit to first attempt, ${perSecond}/s`;
  const rows = [
    row(`${name}, p50`, median(waits), AIM_MS.p50, 'ms'),
    row(`${name}, p99`, percentile(waits, 0.99), AIM_MS.p99, 'ms'),
  ];
  for (const { name: title, ours } of rows) say(`${title}: ${ours} ms`);
  return rows;
}

function shown(values: readonly number[]): number {
  return Math.round(values.at(-1) ?? 0);
}
