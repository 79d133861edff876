import type { Pool, PoolClient } from 'pg';
import type { ApiKeys } from '../ports.ts';

// Rows are locked in the order of their ids, so that batches of several gateways never wait for each
// other in a circle. A use that brings nothing new writes nothing.
const NOTE_USES = `
  with used as (
         select id, max(used_at) as used_at, max(query_at) as query_at
           from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[])
                as told (id, used_at, query_at)
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

export function noteKeyUses(db: Pool | PoolClient): ApiKeys['noteUses'] {
  return async (uses) => {
    await db.query(NOTE_USES, [
      uses.map(({ keyId }) => keyId),
      uses.map(({ usedAt }) => usedAt),
      uses.map(({ usedAt, sentInQuery }) => (sentInQuery ? usedAt : null)),
    ]);
  };
}
