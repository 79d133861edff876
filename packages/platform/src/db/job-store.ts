import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Runtime } from '../runtime/runtime.ts';
import { type JobObserver, jobMetrics } from '../telemetry/metrics.ts';
import { atMost } from '../time/backoff.ts';
import { repeat } from '../time/repeat.ts';
import { prepared } from './prepared.ts';

/** A job of a crashed replica is free after this time; a running replica renews its lease. */
const LEASE = `interval '1 minute'`;
const RENEW_EVERY_MS = 15_000;
/** Half an hour: a job that takes longer is considered stuck, and its lease expires. */
const RENEWALS_MAX = 120;
/** Delay before a failed job is due again, so that a lasting failure is not retried in a loop. */
const RETRY_AFTER_MS = 15_000;

const TAKE = `
  update job set lease_until = now() + ${LEASE}, owner = $2
   where name = $1 and due_at <= now() and lease_until <= now()
  returning progress`;

const RENEW = `
  update job set lease_until = now() + ${LEASE}
   where name = $1 and owner = $2 and lease_until > now()`;

const FINISH = `
  update job
     set due_at = now() + $3 * interval '1 millisecond', lease_until = now(),
         progress = coalesce($4, progress)
   where name = $1 and owner = $2`;

const GIVE_BACK = `
  update job set due_at = now() + $3 * interval '1 millisecond', lease_until = now()
   where name = $1 and owner = $2`;

const DUE = `
  select name from job where name = any($1) and due_at <= now() and lease_until <= now()`;

/** JSON of the service's own. */
type JobProgress = Readonly<Record<string, unknown>>;

type Options = {
  readonly finished?: JobObserver | undefined;
  readonly renewEveryMs?: number;
  readonly renewalsMax?: number;
};

/** Jobs that one replica at a time runs for all, in the table `job`. Times are the database's. */
export function jobStore<Progress extends JobProgress>(
  db: Pool,
  options: Options = {},
): Jobs<string, Progress> {
  const { renewEveryMs = RENEW_EVERY_MS, renewalsMax = RENEWALS_MAX } = options;
  const { finished = () => {} } = options;
  const owner = randomUUID();
  return {
    async due(names) {
      const { rows } = await db.query<{ name: string }>(prepared(DUE, [names]));
      return rows.map(({ name }) => name);
    },
    async take(name, { retryAfterMs = RETRY_AFTER_MS } = {}) {
      type Row = { progress: Progress | null };
      const { rows } = await db.query<Row>(prepared(TAKE, [name, owner]));
      if (!rows[0]) return null;
      let isFinished = false;
      const renew = () => db.query(prepared(RENEW, [name, owner]));
      const renewNoMore = keepRenewing(renew, renewEveryMs, renewalsMax);
      return {
        progress: rows[0].progress,
        async finish({ everyMs, progress, hasFailed = false }) {
          await renewNoMore();
          const values = [name, owner, everyMs, progress];
          const { rowCount } = await db.query(prepared(FINISH, values));
          if (rowCount === 0)
            throw new Error(`job ${name} took too long: another replica has taken it`);
          isFinished = true;
          if (!hasFailed) finished(name, everyMs);
        },
        async [Symbol.asyncDispose]() {
          await renewNoMore();
          if (isFinished) return;
          // If the database is unavailable, the lease expires by itself.
          await db.query(prepared(GIVE_BACK, [name, owner, retryAfterMs])).catch(() => {});
        },
      };
    },
  };
}

/**
 * Renews until the returned function is called. That waits for a renewal in progress, which would
 * otherwise extend the lease after the job was finished.
 */
function keepRenewing(
  renew: () => Promise<unknown>,
  everyMs: number,
  max: number,
): () => Promise<void> {
  let renewal: Promise<unknown> = Promise.resolve();
  let count = 0;
  const renewing = setInterval(() => {
    count += 1;
    if (count >= max) clearInterval(renewing);
    renewal = renewal.then(renew).catch(() => {});
  }, everyMs).unref();
  return async () => {
    clearInterval(renewing);
    await renewal;
  };
}

/** A job leased by this replica; if it is disposed unfinished, it is due again soon for any replica. */
type Job<Progress> = AsyncDisposable & {
  /** Null before the first run has stored any. */
  readonly progress: Progress | null;
  /** Fails when another replica has taken the job. Without new progress the stored one stays. */
  finish(next: NextRun<Progress>): Promise<void>;
};

type NextRun<Progress> = {
  readonly everyMs: number;
  readonly progress?: Progress;
  /** The job goes on with the next part although this one has failed: it is no success. */
  readonly hasFailed?: boolean;
};

/** Work that one replica at a time does for all. */
export type Jobs<Name extends string, Progress> = {
  /** Those of the jobs that are due and that no replica has leased. */
  due(names: readonly string[]): Promise<readonly string[]>;
  /** Null while the job is not due or another replica has leased it. */
  take(name: Name, options?: { readonly retryAfterMs?: number }): Promise<Job<Progress> | null>;
};

type Needs = {
  readonly jobs: Pick<Jobs<'prune', unknown>, 'take'>;
  readonly prune: () => Promise<void>;
};

/** Removes what nobody needs any more. False: nothing is left to do at once. */
export function pruneOldRows({ jobs, prune }: Needs, everyMs: number) {
  return async (): Promise<boolean> => {
    await using job = await jobs.take('prune');
    if (!job) return false;
    await prune();
    await job.finish({ everyMs });
    return false;
  };
}

const LOOK_EVERY_MS = 2_000;
const STOP_MAX_MS = 5_000;

type LeasedJob = {
  /** How often it runs on a quiet day. */
  readonly everyMs: number;
  /** True when there is more work, so that the next run follows immediately. */
  readonly work: () => Promise<boolean>;
};

/**
 * Runs the jobs of `job` when they are due, until it is disposed. Every replica starts them, and the lease of each decides
 * which runs it. One look finds what is due for all of them, so an idle replica asks once and not once for each.
 */
export function runLeasedJobs(
  jobs: Readonly<Record<string, LeasedJob>>,
  { due, runtime, everyMs = LOOK_EVERY_MS }: LeasedJobsOptions,
): AsyncDisposable {
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();
  // From the start on: a job that never succeeds becomes too old as well.
  const finished = jobMetrics(runtime.metrics);
  for (const [name, { everyMs: usualMs }] of Object.entries(jobs)) finished(name, usualMs);
  async function run(name: string): Promise<void> {
    try {
      while (!stop.signal.aborted && (await jobs[name]?.work()));
    } catch (err) {
      runtime.log.warn({ err, job: name }, 'job failed, retrying');
    } finally {
      running.delete(name);
    }
  }
  async function startDue(): Promise<boolean> {
    const free = Object.keys(jobs).filter((name) => !running.has(name));
    for (const name of await due(free)) running.set(name, run(name));
    return false;
  }
  const looking = repeat({ name: 'leased-jobs', everyMs, work: startDue }, runtime);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await looking[Symbol.asyncDispose]();
      await atMost(STOP_MAX_MS, Promise.all(running.values()));
    },
  };
}

type LeasedJobsOptions = {
  readonly due: Jobs<string, unknown>['due'];
  readonly runtime: Runtime;
  readonly everyMs?: number;
};
