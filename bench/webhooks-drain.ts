import { eventually } from '@entrada/platform/testing/eventually';
import type { BenchRun } from './bench-run.ts';
import { type Row, rowOfRounds } from './report.ts';
import { analyzed, type Prepare, STATES } from './states.ts';
import { allRecorded, planDeliveries } from './webhooks/backlog.ts';
import { startWebhooks, type Webhooks } from './webhooks/service.ts';
import type { SinkQuestion, SinkResult } from './webhooks/sink.ts';
import { startWorker, type Worker } from './worker.ts';

const ROUND_MAX_MS = 180_000;
const RECORDED_WAIT = { timeoutMs: 60_000 };
const BODY = JSON.stringify({ timestamp: new Date(0).toISOString(), data: 'x'.repeat(500) });

type Sink = Worker<SinkQuestion, SinkResult>;

type Sides = { readonly good: Webhooks; readonly state: Webhooks };

/** How fast a backlog at one endpoint drains in states of the database that nobody wishes for, beside the good one. */
export async function measureDrain(run: BenchRun, name = 'bench'): Promise<Row[]> {
  const { deliveries, rounds, backlog } = run.plan.drain;
  using sink = startWorker<SinkQuestion, SinkResult>('webhooks/sink.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal: run.signal,
  });
  await using good = await warmService(run, `${name}_good`, sink, analyzed);
  const rows: Row[] = [];
  for (const [state, prepare] of Object.entries(STATES)) {
    run.say(`Drain: beside a good one a service with ${state}...`);
    await using other = await warmService(run, `${name}_state`, sink, prepare);
    const sides = { good, state: other };
    rows.push(await compare(run, sides, sink, { state, count: deliveries, rounds }));
    if (prepare !== STATES['no statistics'] || backlog === 0) continue;
    rows.push(await compare(run, sides, sink, { state, count: backlog, rounds: 1 }));
  }
  return rows;
}

/** Each has drained one backlog before it counts: a process that has just started is slow in any state. */
async function warmService(
  run: BenchRun,
  name: string,
  sink: Sink,
  prepare: Prepare,
): Promise<Webhooks> {
  await using starting = new AsyncDisposableStack();
  const webhooks = starting.use(await startWebhooks(run, name));
  await webhooks.addEndpoints(1, `http://localhost:${(await sink.ask({ ask: 'port' })).port}/`);
  starting.use(await prepare([webhooks.url]));
  await drain(webhooks, sink, run.plan.drain.deliveries);
  const resources = starting.move();
  return { ...webhooks, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

type Comparison = { readonly state: string; readonly count: number; readonly rounds: number };

/** In turns, so that whatever else the machine does falls on both. */
async function compare(
  run: BenchRun,
  { good, state }: Sides,
  sink: Sink,
  { state: title, count, rounds }: Comparison,
): Promise<Row> {
  const rates = { good: [] as number[], state: [] as number[] };
  for (let turn = 1; turn <= rounds; turn += 1) {
    await analyzed([good.url]);
    rates.good.push(await drain(good, sink, count));
    rates.state.push(await drain(state, sink, count));
    const [before, now] = [rates.good, rates.state].map((list) => Math.round(list.at(-1) ?? 0));
    run.say(`drain of ${count}, ${title} ${turn}/${rounds}: ${now}/s, good ${before}/s`);
  }
  const name = `drain of ${count}, ${title} (floor: good)`;
  return rowOfRounds(name, rates.state, rates.good, 'deliveries/s');
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
