import type { Pool } from 'pg';
import type { AttemptQuota, Bucket } from '../domain/throttle.ts';

// Counting stops after the first refusal, so that a flood cannot overflow the number.
const TAKE = `
  insert into throttle (bucket, attempts, resets_at)
  values ($1, 1, $3)
      on conflict (bucket) do update
     set attempts = case when throttle.resets_at <= $2 then 1
                         else least(throttle.attempts + 1, $4 + 2) end,
         resets_at = case when throttle.resets_at <= $2 then $3 else throttle.resets_at end
  returning attempts, resets_at as "resetsAt"`;

const GIVE_BACK = `
  update throttle
     set attempts = attempts - 1
   where bucket = $1
     and attempts > 0`;

const FORGET = `
  delete from throttle
   where bucket = $1`;

type Row = { readonly attempts: number; readonly resetsAt: Date };

/** In the database, so that replicas count together. */
export function throttleStore(db: Pool) {
  return {
    /** Counts one attempt; it is not allowed when its window is full. */
    async take({ key, max, windowMs }: Bucket, now: Date): Promise<AttemptQuota> {
      const resetsAt = new Date(now.getTime() + windowMs);
      const { rows } = await db.query<Row>(TAKE, [key, now, resetsAt, max]);
      const { attempts, resetsAt: end } = rows[0] ?? { attempts: 0, resetsAt };
      const resetsInMs = end.getTime() - now.getTime();
      return { allowed: attempts <= max, isFirstRefusal: attempts === max + 1, resetsInMs };
    },
    /** Uncounts one attempt. */
    async giveBack({ key }: Bucket) {
      await db.query(GIVE_BACK, [key]);
    },
    async forget({ key }: Bucket) {
      await db.query(FORGET, [key]);
    },
  };
}
