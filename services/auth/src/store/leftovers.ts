import type { Pool } from 'pg';
import type { Leftovers } from '../ports.ts';

const BATCH_SIZE = 1_000;
/** Long enough for its owner to wonder what became of a key. */
const DEAD_KEYS_KEPT_MS = 180 * 24 * 3_600_000;

const SESSIONS = `
  delete from session
   where id in (select id from session
                 where expires_at < $1
                 order by expires_at
                 limit ${BATCH_SIZE}
                   for update skip locked)`;

const THROTTLES = `
  delete from throttle
   where bucket in (select bucket from throttle
                     where resets_at < $1
                     order by resets_at
                     limit ${BATCH_SIZE}
                       for update skip locked)`;

const REVOKED_KEYS = `
  delete from api_key
   where id in (select id from api_key
                 where revoked_at < $1
                 order by revoked_at
                 limit ${BATCH_SIZE}
                   for update skip locked)`;

const EXPIRED_KEYS = `
  delete from api_key
   where id in (select id from api_key
                 where expires_at < $1
                 order by expires_at
                 limit ${BATCH_SIZE}
                   for update skip locked)`;

export function leftovers(db: Pool): Leftovers {
  return {
    async remove(now) {
      const longAgo = new Date(now.getTime() - DEAD_KEYS_KEPT_MS);
      const sessions = await db.query(SESSIONS, [now]);
      const throttles = await db.query(THROTTLES, [now]);
      const revoked = await db.query(REVOKED_KEYS, [longAgo]);
      const expired = await db.query(EXPIRED_KEYS, [longAgo]);
      return [sessions, throttles, revoked, expired].reduce(
        (sum, { rowCount }) => sum + (rowCount ?? 0),
        0,
      );
    },
  };
}
