import { seed } from '../scripts/seed.ts';
import { ACCOUNT } from './account.ts';
import type { BenchRun } from './bench-run.ts';
import { compare, type Side } from './compare.ts';
import { startFloor } from './floor-system.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { startOurSystem } from './our-system.ts';
import type { Row } from './report.ts';
import { VALUE_CENTS } from './value.ts';
import { startWorker } from './worker.ts';

const ROUND_MAX_MS = 60_000;
const FINISHED_AT_ONCE = 8;
const JSON_TYPE = { 'content-type': 'application/json' };
const NEW_DEPOSIT = JSON.stringify({ value: VALUE_CENTS });

/** Creates and queries through our gateway and through the floor's, in alternating rounds. */
export async function measureThroughput(run: BenchRun): Promise<Row[]> {
  const { plan, say, signal } = run;
  say('Throughput: starting our services, the floor and a stub bank for both...');
  await using floorSystem = await startFloor(run);
  const env = { PROVIDER_URL: floorSystem.bankUrl };
  await using system = await startOurSystem(run, { name: 'throughput', env });
  const { apiKey } = await seed(system, ACCOUNT);
  const pids = ['gateway', 'charges'].map((name) => system.programs.get(name)?.pid() ?? 0);
  const headers = { authorization: `Bearer ${apiKey}`, ...JSON_TYPE };
  const ours: Side = { origin: system.baseUrl, headers, pids };
  const floor: Side = { ...floorSystem, origin: floorSystem.baseUrl, headers: JSON_TYPE };
  using load = startWorker<Round, RoundResult>('load-generator.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal,
  });

  const create = {
    name: 'create',
    method: 'POST',
    body: NEW_DEPOSIT,
    expectedStatus: 201,
    pathsOf: async () => ['/api/deposit'],
  } as const;
  const query = {
    name: 'query',
    method: 'GET',
    body: null,
    expectedStatus: 200,
    pathsOf: (side: Side) => finishedCharges(side, plan.finishedCharges),
  } as const;
  return [
    ...(await compare(run, load, create, { ours, floor })),
    ...(await compare(run, load, query, { ours, floor })),
  ];
}

async function finishedCharges(side: Side, count: number): Promise<string[]> {
  const paths: string[] = [];
  while (paths.length < count) {
    const length = Math.min(FINISHED_AT_ONCE, count - paths.length);
    paths.push(...(await Promise.all(Array.from({ length }, () => finishedCharge(side)))));
  }
  return paths;
}

/** The stub bank calls every charge paid, so that ours is COMPLETED once it has been asked for. */
async function finishedCharge({ origin, headers }: Side): Promise<string> {
  const init = { method: 'POST', headers, body: NEW_DEPOSIT };
  const created = await fetch(`${origin}/api/deposit`, init);
  const { charge } = (await created.json()) as { charge: { paymentLinkId: string } };
  const path = `/api/deposit/${charge.paymentLinkId}`;
  const asked = await fetch(origin + path, { headers });
  if (!asked.ok) throw new Error(`${path} answered ${asked.status}`);
  await asked.arrayBuffer();
  return path;
}
