import type { Pool } from 'pg';
import type { Throttle } from '../ports.ts';

// Counting stops after the first refusal, so that a flood cannot overflow the number.
const TAKE = `
  insert into throttle (bucket, tries, resets_at)
  values ($1, 1, $3)
      on conflict (bucket) do update
     set tries = case when throttle.resets_at <= $2 then 1
                      else least(throttle.tries + 1, $4 + 2) end,
         resets_at = case when throttle.resets_at <= $2 then $3 else throttle.resets_at end
  returning tries, resets_at as "resetsAt"`;

const GIVE_BACK = `
  update throttle
     set tries = tries - 1
   where bucket = $1
     and tries > 0`;

const FORGET = `
  delete from throttle
   where bucket = $1`;

type Row = { readonly tries: number; readonly resetsAt: Date };

/** In the database, so that replicas count together. */
export function throttleStore(db: Pool): Throttle {
  return {
    async take({ key, max, windowMs }, now) {
      const resetsAt = new Date(now.getTime() + windowMs);
      const { rows } = await db.query<Row>(TAKE, [key, now, resetsAt, max]);
      const { tries, resetsAt: end } = rows[0] ?? { tries: 0, resetsAt };
      const resetsInMs = end.getTime() - now.getTime();
      return { allowed: tries <= max, isFirstRefusal: tries === max + 1, resetsInMs };
    },
    async giveBack({ key }) {
      await db.query(GIVE_BACK, [key]);
    },
    async forget({ key }) {
      await db.query(FORGET, [key]);
    },
  };
}
