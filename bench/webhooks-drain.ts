import { eventually } from '@entrada/platform/testing/eventually';
import type { BenchRun } from './bench-run.ts';
import type { Row } from './report.ts';
import { compareStates } from './states.ts';
import { allRecorded, planDeliveries } from './webhooks/backlog.ts';
import { startWebhooks, type Webhooks } from './webhooks/service.ts';
import type { SinkQuestion, SinkResult } from './webhooks/sink.ts';
import { startWorker, type Worker } from './worker.ts';

const ROUND_MAX_MS = 180_000;
const RECORDED_WAIT = { timeoutMs: 60_000 };
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(500) });

type Sink = Worker<SinkQuestion, SinkResult>;

/** How fast a backlog at one endpoint drains. */
export async function measureDrain(run: BenchRun): Promise<Row[]> {
  const { deliveries: count, ...plan } = run.plan.drain;
  using sink = startWorker<SinkQuestion, SinkResult>('webhooks/sink.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal: run.signal,
  });
  const { port } = await sink.ask({ ask: 'port' });
  return await compareStates(run, {
    title: 'drain',
    unit: 'deliveries/s',
    async open(name) {
      const webhooks = await startWebhooks(run, `bench_drain_${name}`);
      await webhooks.addEndpoints(1, `http://localhost:${port}/`);
      return webhooks;
    },
    round: (webhooks, deliveries) => drain(webhooks, sink, deliveries),
    warmUpCount: count,
    count,
    ...plan,
  });
}

/** From the first arrival to the last of a backlog that became due at once. */
async function drain({ db }: Webhooks, sink: Sink, count: number): Promise<number> {
  await sink.ask({ ask: 'forget' });
  await planDeliveries(db, count, BODY);
  await sink.ask({ ask: 'wait', count });
  await eventually(() => allRecorded(db), RECORDED_WAIT);
  const { spanMs, repeats } = await sink.ask({ ask: 'port' });
  if (repeats > 0) throw new Error(`${repeats} of ${count} deliveries were sent twice`);
  return count / (spanMs / 1_000);
}
