import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchRun } from './bench-run.ts';
import { compare } from './compare.ts';
import { startFloor } from './floor-system.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { startOurSystem } from './our-system.ts';
import type { Row } from './report.ts';
import { CREATE, queryOf, ROUND_MAX_MS, sideOf } from './throughput.ts';
import { startWorker } from './worker.ts';

/** What a client sends whose request is to be traced, and one whose request is not. */
const TRACED = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
const UNTRACED = { traceparent: TRACED.traceparent.replace(/1$/, '0') };

/** What a traced request costs more than one that is not, in the same processes, with a collector to send traces to. */
export async function measureTelemetry(run: BenchRun): Promise<Row[]> {
  const { plan, say, signal } = run;
  say('Telemetry: starting our services, a collector and a stub bank...');
  await using bank = await startFloor(run);
  await using collector = await startCollector();
  const env = { PROVIDER_URL: bank.bankUrl, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using system = await startOurSystem(run, { name: 'telemetry', env });
  const side = await sideOf(system);
  using load = startWorker<Round, RoundResult>('load-generator.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal,
  });
  const sides = {
    ours: { ...side, headers: { ...side.headers, ...TRACED } },
    floor: { ...side, headers: { ...side.headers, ...UNTRACED } },
  };
  const rows = [
    ...(await compare(run, load, { ...CREATE, name: 'create, traced' }, sides)),
    ...(await compare(run, load, { ...queryOf(plan), name: 'query, traced' }, sides)),
  ];
  say(`Telemetry: the collector was sent traces ${collector.received()} times.`);
  return rows;
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
