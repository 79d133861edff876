import { prepared } from '@entrada/platform/db/prepared';
import { queryAs, transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import { microsOf } from './columns.ts';

/** The feed goes back 30 days; older rows can be there until they are pruned. */
const READ = `
  select position, body
    from webhook_event
   where account_id = $1 and position > $2 and created_at > now() - interval '30 days'
   order by position
   limit $3`;

const ACKED = 'select acked_position from feed where account_id = $1';

/**
 * An older acknowledgement does not undo a newer one. A position beyond the end of the feed, but not
 * beyond the current time, was issued before the database was restored to an earlier point: it
 * becomes the end of the feed, so that new events come after it.
 */
const ACKNOWLEDGE = `
  insert into feed (account_id, last_position, acked_position)
  select $1, $2::bigint, $2::bigint where $2::bigint <= ${microsOf('now()')}
      on conflict (account_id)
      do update set acked_position = greatest(feed.acked_position, excluded.acked_position),
                    last_position = greatest(feed.last_position, excluded.last_position)`;

/** Positions are microseconds since 1970 at which they were issued: one in the future was not issued. */
const HAS_PASSED = `select $1::bigint <= ${microsOf('now()')} as passed`;

type FeedPage = { readonly bodies: readonly Buffer[]; readonly position: number };
export type Feed = ReturnType<typeof feedStore>;

export function feedStore(db: Pool) {
  return {
    /** Bodies in order after a position; null: after the acknowledged one. */
    read: (accountId: string, after: number | null, limit: number): Promise<FeedPage> =>
      transactAs(db, accountId, async (tx) => {
        const begin = after ?? (await acked(tx, accountId));
        const { rows } = await tx.query<{ position: number; body: Buffer }>(
          prepared(READ, [accountId, begin, limit]),
        );
        return { bodies: rows.map(({ body }) => body), position: rows.at(-1)?.position ?? begin };
      }),
    /** False: the position lies in the future, so none like it was issued yet. */
    async hasPassed(position: number): Promise<boolean> {
      const { rows } = await db.query<{ passed: boolean }>(prepared(HAS_PASSED, [position]));
      return rows[0]?.passed ?? false;
    },
    /** False: as for `hasPassed`. */
    async acknowledge(accountId: string, position: number): Promise<boolean> {
      if (position === 0) return true;
      const { rowCount } = await queryAs(
        db,
        accountId,
        prepared(ACKNOWLEDGE, [accountId, position]),
      );
      return rowCount === 1;
    },
  };
}

async function acked(tx: ClientBase, accountId: string): Promise<number> {
  const { rows } = await tx.query<{ acked_position: number }>(prepared(ACKED, [accountId]));
  return rows[0]?.acked_position ?? 0;
}
