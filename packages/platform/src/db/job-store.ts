import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Finished } from '../telemetry/job-metrics.ts';
import type { Jobs } from './jobs.ts';

/** A job of a crashed replica is free after this time; a running replica renews its lease. */
const LEASE = `interval '1 minute'`;
const RENEW_EVERY_MS = 15_000;
/** Half an hour: a job that takes longer is considered stuck, and its lease expires. */
const RENEWALS_MAX = 120;
/** Delay before a failed job is due again, so that a lasting failure is not retried in a loop. */
const RETRY_AFTER_MS = 15_000;

const takeOf = (column: Column) => ({
  name: `take-job-${column}`,
  text: `
  update job set lease_until = now() + ${LEASE}, owner = $2
   where name = $1 and due_at <= now() and lease_until <= now()
  returning ${column} as progress`,
});

const RENEW = {
  name: 'renew-job',
  text: `
  update job set lease_until = now() + ${LEASE}
   where name = $1 and owner = $2 and lease_until > now()`,
};

const finishOf = (column: Column) => ({
  name: `finish-job-${column}`,
  text: `
  update job
     set due_at = now() + $3 * interval '1 millisecond', lease_until = now(),
         ${column} = coalesce($4, ${column})
   where name = $1 and owner = $2`,
});

const GIVE_BACK = {
  name: 'give-back-job',
  text: `
  update job set due_at = now() + $3 * interval '1 millisecond', lease_until = now()
   where name = $1 and owner = $2`,
};

/** The column that stores a job's progress: JSON of the service's own, or a time. */
type Column = 'progress' | 'watermark';
type Kept = Readonly<Record<string, unknown>> | Date;

type Options = {
  readonly column: Column;
  readonly finished?: Finished | undefined;
  readonly renewEveryMs?: number;
  readonly renewalsMax?: number;
};

/** Jobs that one replica at a time runs for all, in the table `job`. Times are the database's. */
export function jobStore<Progress extends Kept>(
  db: Pool,
  options: Options,
): Jobs<string, Progress> {
  const { column, renewEveryMs = RENEW_EVERY_MS, renewalsMax = RENEWALS_MAX } = options;
  const { finished = () => {} } = options;
  const takeJob = takeOf(column);
  const finishJob = finishOf(column);
  const owner = randomUUID();
  return {
    async take(name, { retryAfterMs = RETRY_AFTER_MS } = {}) {
      type Row = { progress: Progress | null };
      const { rows } = await db.query<Row>({ ...takeJob, values: [name, owner] });
      if (!rows[0]) return null;
      let isFinished = false;
      const renew = () => db.query({ ...RENEW, values: [name, owner] });
      const renewNoMore = keepRenewing(renew, renewEveryMs, renewalsMax);
      return {
        progress: rows[0].progress,
        async finish({ everyMs, progress }) {
          await renewNoMore();
          const values = [name, owner, everyMs, progress];
          const { rowCount } = await db.query({ ...finishJob, values });
          if (rowCount === 0)
            throw new Error(`job ${name} took too long: another replica has taken it`);
          isFinished = true;
          finished(name, everyMs);
        },
        async [Symbol.asyncDispose]() {
          await renewNoMore();
          if (isFinished) return;
          // If the database is unavailable, the lease expires by itself.
          await db.query({ ...GIVE_BACK, values: [name, owner, retryAfterMs] }).catch(() => {});
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
