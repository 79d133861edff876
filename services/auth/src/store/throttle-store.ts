import type { Pool } from 'pg';
import type { Throttle } from '../ports.ts';

// Counting stops above the first refusal, so that a flood cannot overflow the number.
const TAKE = `
  insert into throttle (bucket, tries, resets_at)
  values ($1, 1, $3)
      on conflict (bucket) do update
     set tries = case when throttle.resets_at <= $2 then 1
                      else least(throttle.tries + 1, $4 + 2) end,
         resets_at = case when throttle.resets_at <= $2 then $3 else throttle.resets_at end
  returning tries`;

const GIVE_BACK = `
  update throttle
     set tries = tries - 1
   where bucket = $1
     and tries > 0`;

const FORGET = `
  delete from throttle
   where bucket = $1`;

/** In the database, so that replicas count together. */
export function throttleStore(db: Pool): Throttle {
  return {
    async take({ key, max, windowMs }, now) {
      const resetsAt = new Date(now.getTime() + windowMs);
      const { rows } = await db.query<{ tries: number }>(TAKE, [key, now, resetsAt, max]);
      const tries = rows[0]?.tries ?? 0;
      return { allowed: tries <= max, isFirstRefusal: tries === max + 1 };
    },
    async giveBack({ key }) {
      await db.query(GIVE_BACK, [key]);
    },
    async forget({ key }) {
      await db.query(FORGET, [key]);
    },
  };
}
