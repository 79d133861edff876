import type { ClientBase } from 'pg';
import type { AnnouncementTransaction } from '../ports.ts';

/**
 * Takes places at the end of each account's feed, in order of account so that two announcements
 * never wait for each other in a circle. Whoever locks feeds does so before it locks endpoints.
 */
const APPEND = {
  name: 'append-to-feeds',
  text: `
  insert into feed (account_id, last_position)
  select account_id, count(*)
    from unnest($1::uuid[]) as told (account_id)
   group by account_id
   order by account_id
      on conflict (account_id)
      do update set last_position = feed.last_position + excluded.last_position
  returning account_id, last_position`,
};

/**
 * The share lock orders this against the disabling of an endpoint: its deliveries are either seen
 * by whoever disables it, or held from the start.
 */
const ANNOUNCE = {
  name: 'announce-events',
  text: `
  with announced as (
    insert into webhook_event
           (id, account_id, event, body, occurred_at, charge_id, trace_id, position)
    select id, account_id, event, body, occurred_at, charge_id, trace_id, place
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[], $6::text[],
                  $7::text[], $8::bigint[])
           with ordinality as fact (id, account_id, event, body, occurred_at, charge_id, trace_id,
                                    place, position)
     order by position
    returning id, account_id, event
  )
  insert into delivery (event_id, endpoint_id, status)
  select announced.id,
         endpoint.id,
         case endpoint.status when 'ENABLED' then 'PENDING' else 'HELD' end
    from announced
    join endpoint on endpoint.account_id = announced.account_id
                 and announced.event = any (endpoint.events)
                 and endpoint.deleted_at is null
     for share of endpoint`,
};

export function announcementTransaction(tx: ClientBase): AnnouncementTransaction {
  return {
    async announce(events) {
      if (events.length === 0) return;
      const accountIds = events.map(({ accountId }) => accountId.toLowerCase());
      const values = [
        events.map(({ id }) => id),
        accountIds,
        events.map(({ event }) => event),
        events.map(({ body }) => body),
        events.map(({ occurredAt }) => occurredAt),
        events.map(({ chargeId }) => chargeId),
        events.map(({ traceId }) => traceId),
        await appendToFeeds(tx, accountIds),
      ];
      await tx.query({ ...ANNOUNCE, values });
    },
  };
}

/** The place of each event in its account's feed. */
async function appendToFeeds(tx: ClientBase, accountIds: readonly string[]): Promise<number[]> {
  const { rows } = await tx.query<{ account_id: string; last_position: number }>({
    ...APPEND,
    values: [accountIds],
  });
  const next = new Map(rows.map((row) => [row.account_id, row.last_position]));
  const places: number[] = [];
  // From the end, because the last place taken is what is known.
  for (const accountId of accountIds.toReversed()) {
    const place = next.get(accountId) ?? 0;
    next.set(accountId, place - 1);
    places.push(place);
  }
  return places.reverse();
}
