import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Jobs } from '../ports.ts';

/** A replica that dies with a job leaves it for this long; one that is slower repeats it at worst. */
const LEASE = `interval '60 seconds'`;

const TAKE = `
  update job set lease_until = now() + ${LEASE}, holder = $2
   where name = $1 and due_at <= now() and lease_until <= now()
  returning watermark`;

const FINISH = `
  update job
     set due_at = now() + $3 * interval '1 millisecond', lease_until = now(),
         watermark = coalesce($4, watermark)
   where name = $1 and holder = $2`;

export function jobStore(db: Pool): Jobs {
  const holder = randomUUID();
  return {
    async take(name) {
      const { rows } = await db.query<{ watermark: Date | null }>(TAKE, [name, holder]);
      return rows[0] ?? null;
    },
    async finish(name, { everyMs, watermark }) {
      await db.query(FINISH, [name, holder, everyMs, watermark]);
    },
  };
}
