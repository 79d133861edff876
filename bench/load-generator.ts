/** Sends requests over keep-alive connections: each as soon as the last was answered, or at a rate whatever is answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { median, percentile } from './statistics.ts';
import { answerWith } from './worker.ts';

export type LoadRound = {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** Taken in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expectedStatus: number;
  readonly connections: number;
  readonly durationMs: number;
  /** So many are sent each second, and other statuses are counted; none: as many as are answered, all as expected or refused for overload. */
  readonly perSecond?: number;
};

export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of other statuses than the expected one; 0 for a request that had no connection. */
  readonly others: Readonly<Record<number, number>>;
};

const REQUESTS_MAX = 200_000;
/** The gateway refuses what a crowded machine cannot take. */
const OVERLOADED = 503;
const REFUSED_PAUSE_MS = 50;
const TICK_MS = 5;
const pools = new Map<string, Pool>();

async function runRound(round: LoadRound): Promise<LoadResult> {
  const { origin, method, connections, durationMs, perSecond } = round;
  const pool =
    pools.get(`${origin} ${connections}`) ?? new Pool(origin, { connections, pipelining: 1 });
  pools.set(`${origin} ${connections}`, pool);
  const latencies: number[] = [];
  const others: Record<number, number> = {};
  const started = performance.now();
  const endAt = started + durationMs;
  const isDue = () => performance.now() < endAt && latencies.length < REQUESTS_MAX;
  let underway = 0;
  const sendOne = async (turn: number): Promise<number> => {
    const begun = performance.now();
    underway += 1;
    const status = underway > connections ? 0 : await send(pool, round, turn);
    underway -= 1;
    if (status === round.expectedStatus) latencies.push(performance.now() - begun);
    else others[status] = (others[status] ?? 0) + 1;
    return status;
  };
  if (perSecond === undefined) {
    const work = async () => {
      while (isDue()) {
        const status = await sendOne(latencies.length);
        if (status === OVERLOADED) await delay(REFUSED_PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
  } else {
    const sent: Promise<number>[] = [];
    for (; isDue(); await delay(TICK_MS)) {
      const due = ((performance.now() - started) * perSecond) / 1_000;
      while (sent.length < due) sent.push(sendOne(sent.length));
    }
    await Promise.all(sent);
  }
  if (latencies.length === 0) throw new Error(`${method} ${origin}: all refused`);
  return {
    requests: latencies.length,
    perSecond: latencies.length / ((performance.now() - started) / 1000),
    p50Ms: median(latencies),
    p99Ms: percentile(latencies, 0.99),
    others,
  };
}

async function send(pool: Pool, round: LoadRound, turn: number): Promise<number> {
  const { method, paths, headers, body, expectedStatus, perSecond } = round;
  const path = paths[turn % paths.length] ?? '/';
  const reply = await pool.request({ path, method, headers, body });
  const isCounted = perSecond !== undefined || reply.statusCode === OVERLOADED;
  if (reply.statusCode !== expectedStatus && !isCounted) {
    throw new Error(`${method} ${path} answered ${reply.statusCode}: ${await reply.body.text()}`);
  }
  await reply.body.dump();
  return reply.statusCode;
}

answerWith(runRound);
