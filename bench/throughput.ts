import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';
import { seed } from '../packages/launcher/src/seed.ts';
import type { System } from '../packages/launcher/src/system.ts';
import { ACCOUNT, VALUE_CENTS } from './account.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { startFloor } from './floor-system.ts';
import type { LoadResult, LoadRound } from './load-generator.ts';
import { startOurSystem } from './our-system.ts';
import { type Row, row, rowOfRounds } from './report.ts';
import { inTurns } from './rounds.ts';
import type { BenchRun } from './run-parts.ts';
import { median } from './statistics.ts';
import { startWorker, type Worker } from './worker.ts';

/** One of the two that are compared, with the processes whose CPU time counts. */
type Side = Pick<LoadRound, 'origin' | 'headers'> & { readonly pids: readonly number[] };
type Sides = Readonly<Record<'ours' | 'floor', Side>>;
type Load = Worker<LoadRound, LoadResult>;
type Request = Pick<LoadRound, 'method' | 'body' | 'expectedStatus' | 'perSecond'> & {
  readonly name: string;
  readonly pathsOf: (side: Side) => Promise<readonly string[]>;
};

const ROUND_MAX_MS = 180_000;
const US_PER_MS = 1_000;
const FINISHED_AT_ONCE = 8;
const JSON_TYPE = { 'content-type': 'application/json' };
const NEW_DEPOSIT = JSON.stringify({ value: VALUE_CENTS });

const CREATE: Request = {
  name: 'create',
  method: 'POST',
  body: NEW_DEPOSIT,
  expectedStatus: 201,
  pathsOf: async () => ['/api/deposit'],
};

/** Far below the knee, as a deposit is usually created: code and caches are cold then, of both sides. */
const CREATE_SLOWLY: Request = { ...CREATE, name: 'create, 20/s', perSecond: 20 };
const SLOW_ROUND_MS = 4_000;
const SLOW_ROUNDS_MAX = 3;

function query(name: string, pathsOf: Request['pathsOf']): Request {
  return { name, method: 'GET', body: null, expectedStatus: 200, pathsOf };
}

/** Creates and queries through our gateway and through the floor's; then more than ours can take. */
export async function measureThroughput(run: BenchRun): Promise<Row[]> {
  const { plan, say } = run;
  say('Throughput: starting our services, the floor and a stub bank for both...');
  await using floor = await startFloor(run);
  const env = { PROVIDER_URL: floor.bankUrl };
  await using system = await startOurSystem(run, { name: 'throughput', env });
  using load = startLoad(run);
  const ours = await sideOf(system, ['gateway', 'charges']);
  const pids = [floor.gatewayPid, floor.servicePid];
  const sides = { ours, floor: { origin: floor.baseUrl, headers: JSON_TYPE, pids } };
  const finished = (side: Side) => finishedCharges(side, plan.finishedCharges);
  return [
    ...(await compare(run, load, CREATE, sides)),
    ...(await compare(run, load, query('query', finished), sides)),
    ...(await compare(run, load, CREATE_SLOWLY, sides)),
    ...(await measureOverload(run, load, ours)),
  ];
}

/** Our gateway alone: both gateways ask the floor's service, so that the difference is ours. */
export async function measureGateway(run: BenchRun): Promise<Row[]> {
  run.say('Gateway: starting ours and the floor’s in front of one service...');
  await using floor = await startFloor(run);
  const env = { CHARGES_ADDRESS: floor.serviceAddress, PROVIDER_URL: floor.bankUrl };
  await using system = await startOurSystem(run, { name: 'gateway', env });
  using load = startLoad(run);
  const sides = {
    ours: await sideOf(system, ['gateway']),
    floor: { origin: floor.baseUrl, headers: JSON_TYPE, pids: [floor.gatewayPid] },
  };
  const paths = [await createCharge(sides.floor)];
  return await compare(
    run,
    load,
    query('gateway, verified query', async () => paths),
    sides,
  );
}

/** What a client sends whose request is to be traced, and one whose request is not. */
const TRACED = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
const UNTRACED = { traceparent: TRACED.traceparent.replace(/1$/, '0') };

/** What a traced request costs more than one that is not, in the same processes, with a collector to send traces to. */
export async function measureTelemetry(run: BenchRun): Promise<Row[]> {
  const { plan, say } = run;
  say('Telemetry: starting our services, a collector and a stub bank...');
  await using bank = await startFloor(run);
  await using collector = await startCollector();
  const env = { PROVIDER_URL: bank.bankUrl, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using system = await startOurSystem(run, { name: 'telemetry', env });
  using load = startLoad(run);
  const side = await sideOf(system, ['gateway', 'charges']);
  const sides = {
    ours: { ...side, headers: { ...side.headers, ...TRACED } },
    floor: { ...side, headers: { ...side.headers, ...UNTRACED } },
  };
  const finished = () => finishedCharges(side, plan.finishedCharges);
  const rows = [
    ...(await compare(run, load, { ...CREATE, name: 'create, traced' }, sides)),
    ...(await compare(run, load, query('query, traced', finished), sides)),
  ];
  say(`Telemetry: the collector was sent traces ${collector.received()} times.`);
  return rows;
}

/** The CPU time of a request is reported too: it depends less on other load. */
async function compare(run: BenchRun, load: Load, request: Request, sides: Sides): Promise<Row[]> {
  const { connections, warmUpMs, rounds } = run.plan;
  const { name, pathsOf, ...rest } = request;
  const isSlow = rest.perSecond !== undefined;
  const roundMs = isSlow ? SLOW_ROUND_MS : run.plan.roundMs;
  run.say(`${name}: preparing and warming up...`);
  const warmRound = async (side: Side) => {
    const { origin, headers, pids } = side;
    const round = { ...rest, origin, headers, paths: await pathsOf(side), connections };
    await load.ask({ ...round, durationMs: warmUpMs });
    return async () => {
      const before = cpuTimeMs(pids);
      const result = await load.ask({ ...round, durationMs: roundMs });
      const cpuUs = ((cpuTimeMs(pids) - before) * US_PER_MS) / result.requests;
      const { perSecond, p50Ms, p99Ms } = result;
      return { 'requests/s': perSecond, 'us/request': cpuUs, 'ms p50': p50Ms, 'ms p99': p99Ms };
    };
  };
  const turns = { ours: await warmRound(sides.ours), floor: await warmRound(sides.floor) };
  const results = await inTurns(
    run,
    name,
    { rounds: isSlow ? Math.min(rounds, SLOW_ROUNDS_MAX) : rounds },
    turns,
  );
  const [rates, cpu] = [results['requests/s'], results['us/request']];
  const rows = isSlow ? [] : [rowOfRounds(name, rates.ours, rates.floor, 'requests/s')];
  if (cpu.floor.includes(Number.NaN)) return rows;
  return [...rows, rowOfRounds(`${name}, CPU time`, cpu.ours, cpu.floor, 'us/request')];
}

const TIMES_KNEE = 10;
const CONNECTIONS = [12, 24, 48];
/** A request that finds all of them busy is lost. */
const OVERLOAD_CONNECTIONS = TIMES_KNEE * Math.max(...CONNECTIONS);
const P99_AIM_MS = 1_000;

/** What is still done when ten times as many deposits are requested as the services can create. */
async function measureOverload(run: BenchRun, load: Load, side: Side): Promise<Row[]> {
  const { plan, say } = run;
  const { roundMs: durationMs, rounds } = plan.overload;
  const { name, pathsOf, ...rest } = CREATE;
  const { origin, headers } = side;
  const round = { ...rest, origin, headers, paths: await pathsOf(side), durationMs };
  let peak = 0;
  let best = 0;
  for (const connections of CONNECTIONS) {
    const { perSecond, p99Ms } = await load.ask({ ...round, connections });
    say(`${connections} connections: ${Math.round(perSecond)}/s, p99 ${p99Ms.toFixed(0)} ms`);
    if (perSecond > peak) [peak, best] = [perSecond, connections];
  }
  const requested = { perSecond: TIMES_KNEE * peak, connections: OVERLOAD_CONNECTIONS };
  const create = async (as: Pick<LoadRound, 'connections' | 'perSecond'>) => {
    const { perSecond, p99Ms, others } = await load.ask({ ...round, ...as });
    const replies = Object.entries(others).map(([status, count]) => `${status}: ${count}`);
    if (replies.length > 0) say(`Other replies: ${replies.join(', ')}`);
    return { 'requests/s': perSecond, 'ms p99': p99Ms };
  };
  // So many new connections at once wait for the kernel, not for our services.
  await create(requested);
  const title = `${name} at ${TIMES_KNEE} × the knee`;
  const { 'requests/s': rates, 'ms p99': p99s } = await inTurns(
    run,
    title,
    { rounds },
    {
      overload: () => create(requested),
      peak: () => create({ connections: best }),
    },
  );
  return [
    rowOfRounds(`${title} (floor: peak)`, rates.overload, rates.peak, 'requests/s'),
    row(`${title}, p99 of accepted`, median(p99s.overload), P99_AIM_MS, 'ms'),
  ];
}

function startLoad({ signal }: BenchRun): Load {
  return startWorker('load-generator.ts', { askMaxMs: ROUND_MAX_MS, signal });
}

/** With an account of its own. */
async function sideOf(system: System, services: readonly string[]): Promise<Side> {
  const { apiKey } = await seed(system, ACCOUNT);
  const pids = services.map((name) => system.programs.get(name)?.pid() ?? 0);
  const headers = { authorization: `Bearer ${apiKey}`, ...JSON_TYPE };
  return { origin: system.baseUrl, headers, pids };
}

async function finishedCharges(side: Side, count: number): Promise<string[]> {
  const paths: string[] = [];
  while (paths.length < count) {
    const length = Math.min(FINISHED_AT_ONCE, count - paths.length);
    paths.push(
      ...(await Promise.all(Array.from({ length }, () => eventually(() => finishedCharge(side))))),
    );
  }
  return paths;
}

/** The stub bank calls every charge paid, so that ours is COMPLETED once it has been asked for. */
async function finishedCharge(side: Side): Promise<string> {
  const path = await createCharge(side);
  const asked = await fetch(side.origin + path, { headers: side.headers });
  if (!asked.ok) throw new Error(`${path} answered ${asked.status}`);
  await asked.arrayBuffer();
  return path;
}

async function createCharge({ origin, headers }: Side): Promise<string> {
  const created = await fetch(`${origin}/api/deposit`, {
    method: 'POST',
    headers,
    body: NEW_DEPOSIT,
  });
  if (!created.ok) throw new Error(`a deposit was answered ${created.status}`);
  const { charge } = (await created.json()) as { charge: { paymentLinkId: string } };
  return `/api/deposit/${charge.paymentLinkId}`;
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
