import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchRun } from './bench-run.ts';
import {
  alternate,
  joined,
  type Request,
  type Rounds,
  rowsOf,
  type Side,
  type Sides,
} from './compare.ts';
import { startFloor } from './floor-system.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { startOurSystem } from './our-system.ts';
import type { Plan } from './plan.ts';
import type { Row } from './report.ts';
import { CREATE, queryOf, ROUND_MAX_MS, sideOf } from './throughput.ts';
import { startWorker } from './worker.ts';

/** As the chart has it. */
export const SHARE_TRACED = '0.05';
/** What a client sends whose request is to be traced, and one whose request is not. */
const TRACED = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
const UNTRACED = { traceparent: TRACED.traceparent.replace(/1$/, '0') };

type Measure = (request: Request, sides: Sides) => Promise<Rounds>;

/**
 * The same services with and without a collector to send traces to; both count and log every request. They are
 * started several times: two starts of the same services differ by more than tracing costs.
 */
export async function measureTelemetry(run: BenchRun): Promise<Row[]> {
  const { say, signal } = run;
  const plan = { ...run.plan, ...run.plan.telemetry };
  say('Telemetry: starting a collector and a stub bank...');
  await using bank = await startFloor(run);
  await using collector = await startCollector();
  using load = startWorker<Round, RoundResult>('load-generator.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal,
  });
  const measure: Measure = (request, sides) => alternate({ ...run, plan }, load, request, sides);
  const create = { ...CREATE, name: 'create, traced', rareHeaders: TRACED };
  const query = { ...queryOf(plan), name: 'query, traced', rareHeaders: TRACED };
  const creates: Rounds[] = [];
  const queries: Rounds[] = [];
  const rowsOfEach: Row[] = [];
  const untraced = { PROVIDER_URL: bank.bankUrl };
  const traced = {
    ...untraced,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: SHARE_TRACED,
  };
  for (let start = 1; start <= plan.starts; start += 1) {
    say(`Telemetry: starting our services with and without tracing, ${start}/${plan.starts}...`);
    await using systems = new AsyncDisposableStack();
    const open = async (name: string, env: Readonly<Record<string, string>>) =>
      sideOf(systems.use(await startOurSystem(run, { name: `${name}_${start}`, env })));
    // What is started first is a little slower: that falls on both in turn.
    const early = start % 2 === 0 ? await open('traced', traced) : null;
    const floor = await open('untraced', untraced);
    const ours = early ?? (await open('traced', traced));
    const sides = { ours, floor };
    creates.push(await measure(create, sides));
    queries.push(await measure(query, sides));
    if (start === plan.starts) rowsOfEach.push(...(await traceEach(ours, plan, measure)));
  }
  say(`Telemetry: the collector was sent traces ${collector.received()} times.`);
  return [
    ...rowsOf(create.name, joined(creates)),
    ...rowsOf(query.name, joined(queries)),
    ...rowsOfEach,
  ];
}

/** The same services with every request traced and with none, as the client asks. */
async function traceEach(side: Side, plan: Plan, measure: Measure): Promise<Row[]> {
  const sides = {
    ours: { ...side, headers: { ...side.headers, ...TRACED } },
    floor: { ...side, headers: { ...side.headers, ...UNTRACED } },
  };
  const create = { ...CREATE, name: 'create, each traced' };
  const query = { ...queryOf(plan), name: 'query, each traced' };
  return [
    ...rowsOf(create.name, await measure(create, sides)),
    ...rowsOf(query.name, await measure(query, sides)),
  ];
}

/** Reads what it is sent and keeps nothing. */
async function startCollector() {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    request.on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
