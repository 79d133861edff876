import { Registry } from 'prom-client';
import { seed } from '../packages/launcher/src/seed.ts';
import { openLimits } from '../services/gateway/src/limits/limits.ts';
import { limitDecisions } from '../services/gateway/src/metrics/gateway-metrics.ts';
import { ACCOUNT } from './account.ts';
import type { BenchRun } from './bench-run.ts';
import { compare, type Side } from './compare.ts';
import { type FloorSystem, startFloor } from './floor-system.ts';
import type { Round, RoundResult } from './load-generator.ts';
import { startOurSystem } from './our-system.ts';
import { type Row, row } from './report.ts';
import { percentile } from './statistics.ts';
import { VALUE_CENTS } from './value.ts';
import { startWorker } from './worker.ts';

const ROUND_MAX_MS = 180_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const LIMITED_REQUESTS = 50_000;
const LIMIT_AIM_MS = 1;

/** Our gateway alone: both gateways ask the floor's service, so that the difference is ours. */
export async function measureGateway(run: BenchRun): Promise<Row[]> {
  const { say, signal } = run;
  say('Gateway: starting ours and the floor’s in front of one service...');
  await using floorSystem = await startFloor(run);
  const env = { CHARGES_ADDRESS: floorSystem.serviceAddress, PROVIDER_URL: floorSystem.bankUrl };
  await using system = await startOurSystem(run, { name: 'gateway', env });
  const { apiKey } = await seed(system, ACCOUNT);
  const headers = { authorization: `Bearer ${apiKey}`, ...JSON_TYPE };
  const pids = [system.programs.get('gateway')?.pid() ?? 0];
  const ours: Side = { origin: system.baseUrl, headers, pids };
  const [floorGateway = 0] = floorSystem.pids;
  const floor: Side = { origin: floorSystem.baseUrl, headers: JSON_TYPE, pids: [floorGateway] };
  using load = startWorker<Round, RoundResult>('load-generator.ts', {
    askMaxMs: ROUND_MAX_MS,
    signal,
  });
  const paths = [`/api/deposit/${await oneCharge(floorSystem)}`];
  const query = {
    name: 'gateway, verified query',
    method: 'GET',
    body: null,
    expectedStatus: 200,
    pathsOf: async () => paths,
  } as const;
  return [...(await compare(run, load, query, { ours, floor })), await limiterRow()];
}

async function oneCharge({ baseUrl }: FloorSystem): Promise<string> {
  const body = JSON.stringify({ value: VALUE_CENTS });
  const created = await fetch(`${baseUrl}/api/deposit`, {
    method: 'POST',
    headers: JSON_TYPE,
    body,
  });
  const { charge } = (await created.json()) as { charge: { paymentLinkId: string } };
  return charge.paymentLinkId;
}

/** What counting a request against its key's limit adds to it, in this process. */
async function limiterRow(): Promise<Row> {
  const rates = {
    ratePerSecond: 100,
    rateBurst: 200,
    rateAccountKeys: 3,
    failedKeysPerMinute: 60,
    publicPerMinute: 600,
    callbacksPerMinute: 6_000,
  };
  const decisions = limitDecisions(new Registry());
  const { countUse } = openLimits(rates, { connection: null, decisions });
  const took: number[] = [];
  for (let i = 0; i < LIMITED_REQUESTS; i += 1) {
    const begun = performance.now();
    const keyId = `key-${i % 100}`;
    await countUse({ accountId: keyId, keyId, scopes: 'all', rateLimitPerSecond: 0 });
    took.push(performance.now() - begun);
  }
  return row('rate limit, p99', percentile(took, 0.99), LIMIT_AIM_MS, 'ms');
}
