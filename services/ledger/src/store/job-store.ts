import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Jobs } from '../ports.ts';

/** A replica that dies with a job leaves it for this long; one that is slower repeats it at worst. */
const LEASE = `interval '1 minute'`;
const AFTER_FAILURE = `interval '5 seconds'`;

const TAKE = {
  name: 'take-job',
  text: `
  update job set lease_until = now() + ${LEASE}, holder = $2
   where name = $1 and due_at <= now() and lease_until <= now()
  returning progress`,
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

export function jobStore(db: Pool): Jobs {
  const holder = randomUUID();
  return {
    async take(name) {
      type Row = { progress: Readonly<Record<string, unknown>> | null };
      const { rows } = await db.query<Row>({ ...TAKE, values: [name, holder] });
      if (!rows[0]) return null;
      let isFinished = false;
      return {
        progress: rows[0].progress ?? {},
        async finish({ everyMs, progress }) {
          const values = [name, holder, everyMs, JSON.stringify(progress)];
          await db.query({ ...FINISH, values });
          isFinished = true;
        },
        async [Symbol.asyncDispose]() {
          if (isFinished) return;
          // Where the database is away, the lease runs out by itself.
          await db.query({ ...GIVE_BACK, values: [name, holder] }).catch(() => {});
        },
      };
    },
  };
}
