/** Sends requests over keep-alive connections, each as soon as the last was answered. */
import { Pool } from 'undici';
import { median, percentile } from './statistics.ts';
import { answerWith } from './worker.ts';

export type Round = {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** Taken in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expectedStatus: number;
  readonly connections: number;
  readonly durationMs: number;
};

export type RoundResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

const REQUESTS_MAX = 200_000;
const pools = new Map<string, Pool>();

async function runRound(round: Round): Promise<RoundResult> {
  const { origin, connections, durationMs } = round;
  const pool = pools.get(origin) ?? new Pool(origin, { connections, pipelining: 1 });
  pools.set(origin, pool);
  const latencies: number[] = [];
  const started = performance.now();
  const endAt = started + durationMs;
  const work = async (): Promise<void> => {
    while (performance.now() < endAt && latencies.length < REQUESTS_MAX) {
      const begun = performance.now();
      await send(pool, round, latencies.length);
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return {
    requests: latencies.length,
    perSecond: latencies.length / ((performance.now() - started) / 1000),
    p50Ms: median(latencies),
    p99Ms: percentile(latencies, 0.99),
  };
}

async function send(pool: Pool, round: Round, turn: number): Promise<void> {
  const { method, paths, headers, body, expectedStatus } = round;
  const path = paths[turn % paths.length] ?? '/';
  const reply = await pool.request({ path, method, headers, body });
  if (reply.statusCode !== expectedStatus) {
    throw new Error(`${method} ${path} answered ${reply.statusCode}: ${await reply.body.text()}`);
  }
  await reply.body.dump();
}

answerWith(runRound);
