import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** A replica that dies with a job leaves it for this long; one that lives renews it. */
const LEASE = `interval '1 minute'`;
const RENEW_EVERY_MS = 15_000;
/** Half an hour: who has not come to an end by then never will, and leaves it to the others. */
const RENEWALS_MAX = 120;
/** Who failed for a reason that lasts should not try all the time. */
const RETRY_AFTER_MS = 15_000;

const takeOf = (column: Column) => ({
  name: `take-job-${column}`,
  text: `
  update job set lease_until = now() + ${LEASE}, holder = $2
   where name = $1 and due_at <= now() and lease_until <= now()
  returning ${column} as progress`,
});

const RENEW = {
  name: 'renew-job',
  text: `
  update job set lease_until = now() + ${LEASE}
   where name = $1 and holder = $2 and lease_until > now()`,
};

const finishOf = (column: Column) => ({
  name: `finish-job-${column}`,
  text: `
  update job
     set due_at = now() + $3 * interval '1 millisecond', lease_until = now(),
         ${column} = coalesce($4, ${column})
   where name = $1 and holder = $2`,
});

const GIVE_BACK = {
  name: 'give-back-job',
  text: `
  update job set due_at = now() + $3 * interval '1 millisecond', lease_until = now()
   where name = $1 and holder = $2`,
};

/** Where a service keeps how far its jobs have come: as JSON of its own, or as a time. */
type Column = 'progress' | 'watermark';
type Kept = Readonly<Record<string, unknown>> | Date;

type Options = {
  readonly column: Column;
  readonly renewEveryMs?: number;
  readonly renewalsMax?: number;
};

/** Taken by one replica; disposed before it is finished, it is soon due again, for any of them. */
type Job<Progress> = AsyncDisposable & {
  /** Null before anything was kept. */
  readonly progress: Progress | null;
  /** Fails when another replica has taken it. Without new progress the old one stays. */
  finish(next: { readonly everyMs: number; readonly progress?: Progress }): Promise<void>;
};

type Jobs<Progress> = {
  /** Null while it is not due or another replica has it. */
  take(name: string, options?: { readonly retryAfterMs?: number }): Promise<Job<Progress> | null>;
};

/** Jobs that one replica does for all of them, in the table `job`. Times are the database's. */
export function jobStore<Progress extends Kept>(db: Pool, options: Options): Jobs<Progress> {
  const { column, renewEveryMs = RENEW_EVERY_MS, renewalsMax = RENEWALS_MAX } = options;
  const takeJob = takeOf(column);
  const finishJob = finishOf(column);
  const holder = randomUUID();
  return {
    async take(name, { retryAfterMs = RETRY_AFTER_MS } = {}) {
      type Row = { progress: Progress | null };
      const { rows } = await db.query<Row>({ ...takeJob, values: [name, holder] });
      if (!rows[0]) return null;
      let isFinished = false;
      const renew = () => db.query({ ...RENEW, values: [name, holder] });
      const renewNoMore = keepRenewing(renew, renewEveryMs, renewalsMax);
      return {
        progress: rows[0].progress,
        async finish({ everyMs, progress }) {
          await renewNoMore();
          const values = [name, holder, everyMs, progress];
          const { rowCount } = await db.query({ ...finishJob, values });
          if (rowCount === 0) throw new Error(`job ${name} took too long: another replica has it`);
          isFinished = true;
        },
        async [Symbol.asyncDispose]() {
          await renewNoMore();
          if (isFinished) return;
          // Where the database is away, the lease runs out by itself.
          await db.query({ ...GIVE_BACK, values: [name, holder, retryAfterMs] }).catch(() => {});
        },
      };
    },
  };
}

/**
 * Until the function that it returns is called. That waits for a renewal under way, which would give
 * the lease back to us after we are done.
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
