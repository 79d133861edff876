import { transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { Feed } from '../ports.ts';
import { microsOf } from './micros.ts';

/** What is older has been promised to nobody, though it may not have been removed yet. */
const READ = {
  name: 'read-feed',
  text: `
  select position, body
    from webhook_event
   where account_id = $1 and position > $2 and created_at > now() - interval '30 days'
   order by position
   limit $3`,
};

const ACKED = { name: 'acked-feed', text: 'select acked_position from feed where account_id = $1' };

/**
 * A late acknowledgement never takes back a later one. A position beyond the feed, up to now, was
 * issued before the database was restored to an earlier point: new events come behind it.
 */
const ACKNOWLEDGE = {
  name: 'acknowledge-feed',
  text: `
  insert into feed (account_id, last_position, acked_position)
  select $1, $2::bigint, $2::bigint where $2::bigint <= ${microsOf('now()')}
      on conflict (account_id)
      do update set acked_position = greatest(feed.acked_position, excluded.acked_position),
                    last_position = greatest(feed.last_position, excluded.last_position)`,
};

export function feedStore(db: Pool): Feed {
  return {
    read: (accountId, after, limit) =>
      transactAs(db, accountId, async (tx) => {
        const begin = after ?? (await acked(tx, accountId));
        const { rows } = await tx.query<{ position: number; body: Buffer }>({
          ...READ,
          values: [accountId, begin, limit],
        });
        return { bodies: rows.map(({ body }) => body), position: rows.at(-1)?.position ?? begin };
      }),
    async acknowledge(accountId, position) {
      if (position === 0) return true;
      const { rowCount } = await transactAs(db, accountId, (tx) =>
        tx.query({ ...ACKNOWLEDGE, values: [accountId, position] }),
      );
      return rowCount === 1;
    },
  };
}

async function acked(tx: ClientBase, accountId: string): Promise<number> {
  const { rows } = await tx.query<{ acked_position: number }>({ ...ACKED, values: [accountId] });
  return rows[0]?.acked_position ?? 0;
}
