import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { ApiKeys } from '../ports.ts';
import type { Within } from './within.ts';

// Rows are locked in the order of their ids, so that batches of several gateways cannot deadlock. A
// use that changes nothing writes nothing.
const NOTE_USES = `
  with used as (
         select id, max(used_at) as used_at, max(query_at) as query_at
           from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[])
                as reported (id, used_at, query_at)
          group by id),
       locked as (
         select id
           from api_key
          where id = any($1)
          order by id
            for no key update)
  update api_key key
     set last_used_at = greatest(key.last_used_at, used.used_at),
         query_use_at = greatest(key.query_use_at, used.query_at)
    from locked
    join used using (id)
   where key.id = locked.id
     and (key.last_used_at is null
          or key.last_used_at < used.used_at
          or used.query_at is not null
             and (key.query_use_at is null or key.query_use_at < used.query_at))`;

/** Records the use of keys of many accounts at once. */
export function noteKeyUses(within: Within): ApiKeys['noteUses'] {
  return async (uses) => {
    const values = [
      uses.map(({ keyId }) => keyId),
      uses.map(({ usedAt }) => usedAt),
      uses.map(({ usedAt, sentInQuery }) => (sentInQuery ? usedAt : null)),
    ];
    await within(EVERY_ACCOUNT, (db) => db.query(NOTE_USES, values));
  };
}
