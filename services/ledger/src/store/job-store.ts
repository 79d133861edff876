import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Jobs } from '../ports.ts';

/** A replica that dies with a job leaves it for this long; one that lives renews it. */
const LEASE = `interval '1 minute'`;
const RENEW_EVERY_MS = 15_000;
/** Who failed for a reason that lasts should not try all the time. */
const AFTER_FAILURE = `interval '15 seconds'`;

const TAKE = {
  name: 'take-job',
  text: `
  update job set lease_until = now() + ${LEASE}, holder = $2
   where name = $1 and due_at <= now() and lease_until <= now()
  returning progress`,
};

const RENEW = {
  name: 'renew-job',
  text: `
  update job set lease_until = now() + ${LEASE}
   where name = $1 and holder = $2 and lease_until > now()`,
};

const FINISH = {
  name: 'finish-job',
  text: `
  update job
     set due_at = now() + $3 * interval '1 millisecond', lease_until = now(), progress = $4::jsonb
   where name = $1 and holder = $2`,
};

const GIVE_BACK = {
  name: 'give-back-job',
  text: `
  update job set due_at = now() + ${AFTER_FAILURE}, lease_until = now()
   where name = $1 and holder = $2`,
};

export function jobStore(db: Pool, renewEveryMs = RENEW_EVERY_MS): Jobs {
  const holder = randomUUID();
  return {
    async take(name) {
      type Row = { progress: Readonly<Record<string, unknown>> | null };
      const { rows } = await db.query<Row>({ ...TAKE, values: [name, holder] });
      if (!rows[0]) return null;
      let isFinished = false;
      let renewal: Promise<unknown> = Promise.resolve();
      const renewing = setInterval(() => {
        const renew = () => db.query({ ...RENEW, values: [name, holder] });
        renewal = renewal.then(renew).catch(() => {});
      }, renewEveryMs).unref();
      /** One that is under way would give the lease back to us after we are done. */
      const renewNoMore = async () => {
        clearInterval(renewing);
        await renewal;
      };
      return {
        progress: rows[0].progress ?? {},
        async finish({ everyMs, progress }) {
          await renewNoMore();
          const values = [name, holder, everyMs, JSON.stringify(progress)];
          const { rowCount } = await db.query({ ...FINISH, values });
          if (rowCount === 0) throw new Error(`job ${name} took too long: another replica has it`);
          isFinished = true;
        },
        async [Symbol.asyncDispose]() {
          await renewNoMore();
          if (isFinished) return;
          // Where the database is away, the lease runs out by itself.
          await db.query({ ...GIVE_BACK, values: [name, holder] }).catch(() => {});
        },
      };
    },
  };
}
