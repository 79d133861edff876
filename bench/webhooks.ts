import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@entrada/platform/testing/eventually';
import { signed } from '../test/harness/event-keys.ts';
import { credit } from './events.ts';
import { type Row, row, rowOfRounds } from './report.ts';
import { inTurns } from './rounds.ts';
import type { BenchRun } from './run-parts.ts';
import { openDatabases } from './service-alone.ts';
import { compareStates } from './states.ts';
import { median, percentile } from './statistics.ts';
import { allRecorded, planDeliveries, storeFinished } from './webhooks/backlog.ts';
import type { FloorQuestion } from './webhooks/floor.ts';
import { startWebhooks, type Webhooks } from './webhooks/service.ts';
import type { SinkQuestion, SinkResult } from './webhooks/sink.ts';
import { startWorker, type Worker } from './worker.ts';

const ROUND_MAX_MS = 180_000;
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(500) });
const RECORDED_WAIT = { timeoutMs: 60_000 };
const AIM_MS = { p50: 10, p99: 50 };

type Sink = Worker<SinkQuestion, SinkResult>;

/** How fast deliveries go out, how soon a first attempt follows a credit, and what a full log costs. */
export async function measureWebhooks(run: BenchRun): Promise<Row[]> {
  const { plan, say, signal } = run;
  const { stored, endpoints, deliveries: count, rounds } = plan.webhooks;
  say('Webhooks: starting the service, a receiver and a bare sender...');
  const limits = { askMaxMs: ROUND_MAX_MS, signal };
  using sink: Sink = startWorker('webhooks/sink.ts', limits);
  using floor = startWorker<FloorQuestion, number>('webhooks/floor.ts', limits);
  const origin = await originOf(sink);
  await using floorDatabase = await openDatabases(run, 'webhooks', 'bench_floor');
  await using webhooks = await startWebhooks(run, 'bench');
  const databaseUrl = `${floorDatabase.urls[0]}?options=-c%20synchronous_commit%3Doff`;
  const floorRound = async (kind: FloorQuestion['kind']) => ({
    'deliveries/s': await floor.ask({ kind, databaseUrl, origin, body: BODY, count }),
  });
  const measure = async (title: string) => {
    const results = await inTurns(
      run,
      title,
      { rounds },
      {
        each: () => floorRound('each'),
        batched: () => floorRound('batched'),
        ours: async () => ({ 'deliveries/s': await drain(webhooks, sink, count) }),
      },
    );
    const { ours, each, batched } = results['deliveries/s'];
    return [
      rowOfRounds(title, ours, each, 'deliveries/s'),
      rowOfRounds(`${title} (floor: batched)`, ours, batched, 'deliveries/s'),
    ] as const;
  };

  const [accountId = ''] = await webhooks.addEndpoints(1, `${origin}/`);
  await drain(webhooks, sink, count);
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

/** How fast a backlog at one endpoint drains. */
export async function measureDrain(run: BenchRun): Promise<Row[]> {
  const { deliveries: count, ...plan } = run.plan.drain;
  const limits = { askMaxMs: ROUND_MAX_MS, signal: run.signal };
  using sink: Sink = startWorker('webhooks/sink.ts', limits);
  const origin = await originOf(sink);
  return await compareStates(run, {
    title: 'drain',
    unit: 'deliveries/s',
    async open(name) {
      const webhooks = await startWebhooks(run, `bench_drain_${name}`);
      await webhooks.addEndpoints(1, `${origin}/`);
      return webhooks;
    },
    round: (webhooks, deliveries) => drain(webhooks, sink, deliveries),
    warmUpCount: count,
    count,
    ...plan,
  });
}

async function originOf(sink: Sink): Promise<string> {
  return `http://localhost:${(await sink.ask({ ask: 'port' })).port}`;
}

/** A second, from the first arrival to the last of a backlog that became due at once. */
async function drain({ db }: Webhooks, sink: Sink, count: number): Promise<number> {
  await sink.ask({ ask: 'forget' });
  await planDeliveries(db, count, BODY);
  const { spanMs } = await sink.ask({ ask: 'wait', count });
  await eventually(() => allRecorded(db), RECORDED_WAIT);
  const { repeats } = await sink.ask({ ask: 'port' });
  if (repeats > 0) throw new Error(`${repeats} of ${count} deliveries were sent twice`);
  return count / (spanMs / 1_000);
}

async function measureLatency(
  { plan, say }: BenchRun,
  { eventLog }: Webhooks,
  sink: Sink,
  accountId: string,
): Promise<Row[]> {
  const { perSecond, count } = plan.webhooks;
  const publishAll = async (total: number) => {
    await sink.ask({ ask: 'forget' });
    const started = performance.now();
    for (let turn = 0; turn < total; turn += 1) {
      await delay(Math.max(0, started + (turn * 1_000) / perSecond - performance.now()));
      await eventLog.publish([signed(credit(accountId))]);
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
