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

/** As the chart has it. */
const SHARE_TRACED = '0.1';

/** The same services with and without a collector to send traces to, in alternating rounds; both count and log every request. */
export async function measureTelemetry(run: BenchRun): Promise<Row[]> {
  const { plan, say, signal } = run;
  say('Telemetry: starting our services twice, a collector and a stub bank for both...');
  await using bank = await startFloor(run);
  await using collector = await startCollector();
  const env = { PROVIDER_URL: bank.bankUrl };
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: SHARE_TRACED,
  };
  await using untraced = await startOurSystem(run, { name: 'untraced', env });
  await using traced = await startOurSystem(run, { name: 'traced', env: { ...env, ...tracing } });
  const sides = { ours: await sideOf(traced), floor: await sideOf(untraced) };
  using load = startWorker<Round, RoundResult>('load-generator.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal,
  });
  const query = queryOf(plan);
  const rows = [
    ...(await compare(run, load, { ...CREATE, name: 'create, traced' }, sides)),
    ...(await compare(run, load, { ...query, name: 'query, traced' }, sides)),
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
