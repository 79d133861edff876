import { eventually } from '@entrada/platform/testing/eventually';
import type { BenchRun } from './bench-run.ts';
import { type Row, rowOfRounds } from './report.ts';
import { allRecorded, planDeliveries } from './webhooks/backlog.ts';
import { startWebhooks, type Webhooks } from './webhooks/service.ts';
import type { SinkAnswer, SinkQuestion } from './webhooks/sink.ts';
import { analyzed, STATES } from './webhooks/states.ts';
import { startWorker, type Worker } from './worker.ts';

const ROUND_MAX_MS = 180_000;
const RECORDED_WAIT = { timeoutMs: 60_000 };
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(500) });

type Sink = Worker<SinkQuestion, SinkAnswer>;
type Prepare = typeof analyzed;

/** How fast a backlog at one endpoint drains in states of the database that nobody wishes for, beside the good one. */
export async function measureDrain(run: BenchRun, name = 'bench'): Promise<Row[]> {
  const { deliveries, rounds, backlog } = run.plan.drain;
  run.say('Drain: a receiver and a service with good statistics...');
  using sink = startWorker<SinkQuestion, SinkAnswer>('webhooks/sink.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal: run.signal,
  });
  const origin = `http://localhost:${(await sink.ask({ ask: 'port' })).port}`;
  await using good = await startWebhooks(run, `${name}_good`);
  await good.addEndpoints(1, `${origin}/`);
  await drain(good, sink, deliveries);

  const compare = async (state: string, prepare: Prepare, count: number, times: number) => {
    const rates = { good: [] as number[], state: [] as number[] };
    for (let turn = 1; turn <= times; turn += 1) {
      await analyzed(good);
      rates.good.push(await drain(good, sink, deliveries));
      rates.state.push(await freshRound(run, `${name}_state`, { prepare, origin, sink, count }));
      const [before, now] = [rates.good, rates.state].map((list) => Math.round(list.at(-1) ?? 0));
      run.say(`drain of ${count}, ${state} ${turn}/${times}: ${now}/s, good ${before}/s`);
    }
    const title = `drain of ${count}, ${state} (floor: good)`;
    return rowOfRounds(title, rates.state, rates.good, 'deliveries/s');
  };
  const rows: Row[] = [];
  for (const [state, prepare] of Object.entries(STATES)) {
    rows.push(await compare(state, prepare, deliveries, rounds));
  }
  return [...rows, await compare('no statistics', STATES['no statistics'], backlog, 1)];
}

type Round = {
  readonly prepare: Prepare;
  readonly origin: string;
  readonly sink: Sink;
  readonly count: number;
};

async function freshRound(
  run: BenchRun,
  name: string,
  { prepare, origin, sink, count }: Round,
): Promise<number> {
  await using webhooks = await startWebhooks(run, name);
  await webhooks.addEndpoints(1, `${origin}/`);
  await using _state = await prepare(webhooks);
  // A process that has just started is slower in any state.
  await drain(webhooks, sink, run.plan.drain.deliveries);
  return await drain(webhooks, sink, count);
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
