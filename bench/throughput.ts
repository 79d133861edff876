import { eventually } from '@entrada/platform/testing/eventually';
import { seed } from '../packages/launcher/src/seed.ts';
import type { System } from '../packages/launcher/src/system.ts';
import { ACCOUNT } from './account.ts';
import type { BenchRun } from './bench-run.ts';
import { compare, type Request, type Side } from './compare.ts';
import { startFloor } from './floor-system.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { startOurSystem } from './our-system.ts';
import { measureOverload } from './overload.ts';
import type { Plan } from './plan.ts';
import type { Row } from './report.ts';
import { VALUE_CENTS } from './value.ts';
import { startWorker } from './worker.ts';

export const ROUND_MAX_MS = 180_000;
const FINISHED_AT_ONCE = 8;
const JSON_TYPE = { 'content-type': 'application/json' };
const NEW_DEPOSIT = JSON.stringify({ value: VALUE_CENTS });

/** Creates and queries through our gateway and through the floor's, in alternating rounds; then more than ours can take. */
export async function measureThroughput(run: BenchRun): Promise<Row[]> {
  const { plan, say, signal } = run;
  say('Throughput: starting our services, the floor and a stub bank for both...');
  await using floorSystem = await startFloor(run);
  const env = { PROVIDER_URL: floorSystem.bankUrl };
  await using system = await startOurSystem(run, { name: 'throughput', env });
  const ours = await sideOf(system);
  const floor: Side = { ...floorSystem, origin: floorSystem.baseUrl, headers: JSON_TYPE };
  using load = startWorker<Round, RoundResult>('load-generator.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal,
  });

  return [
    ...(await compare(run, load, CREATE, { ours, floor })),
    ...(await compare(run, load, queryOf(plan), { ours, floor })),
    ...(await measureOverload(run, load, CREATE, ours)),
  ];
}

export const CREATE: Request = {
  name: 'create',
  method: 'POST',
  body: NEW_DEPOSIT,
  expectedStatus: 201,
  pathsOf: async () => ['/api/deposit'],
};

export function queryOf(plan: Pick<Plan, 'finishedCharges'>): Request {
  return {
    name: 'query',
    method: 'GET',
    body: null,
    expectedStatus: 200,
    pathsOf: (side) => finishedCharges(side, plan.finishedCharges),
  };
}

/** With an account of its own. */
export async function sideOf(system: System): Promise<Side> {
  const { apiKey } = await seed(system, ACCOUNT);
  const pids = ['gateway', 'charges'].map((name) => system.programs.get(name)?.pid() ?? 0);
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
async function finishedCharge({ origin, headers }: Side): Promise<string> {
  const init = { method: 'POST', headers, body: NEW_DEPOSIT };
  const created = await fetch(`${origin}/api/deposit`, init);
  if (!created.ok) throw new Error(`a deposit was answered ${created.status}`);
  const { charge } = (await created.json()) as { charge: { paymentLinkId: string } };
  const path = `/api/deposit/${charge.paymentLinkId}`;
  const asked = await fetch(origin + path, { headers });
  if (!asked.ok) throw new Error(`${path} answered ${asked.status}`);
  await asked.arrayBuffer();
  return path;
}
