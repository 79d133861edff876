import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Jobs } from '../ports.ts';

/** A replica that dies with a job leaves it for this long; one that is slower repeats it at worst. */
const LEASE = `interval '5 minutes'`;

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

export function jobStore(db: Pool): Jobs {
  const holder = randomUUID();
  return {
    async take(name) {
      type Row = { progress: Readonly<Record<string, unknown>> | null };
      const { rows } = await db.query<Row>({ ...TAKE, values: [name, holder] });
      return rows[0] ? { progress: rows[0].progress ?? {} } : null;
    },
    async finish(name, { everyMs, progress }) {
      const values = [name, holder, everyMs, JSON.stringify(progress)];
      await db.query({ ...FINISH, values });
    },
  };
}
