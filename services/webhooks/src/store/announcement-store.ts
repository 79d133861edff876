import type { ClientBase } from 'pg';
import type { AnnouncementTransaction } from '../ports.ts';

/**
 * The share lock orders this against the disabling of an endpoint: its deliveries are either seen
 * by whoever disables it, or held from the start.
 */
const ANNOUNCE = {
  name: 'announce-events',
  text: `
  with announced as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    select id, account_id, event, body, occurred_at
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[])
           with ordinality as fact (id, account_id, event, body, occurred_at, position)
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
     for share of endpoint`,
};

export function announcementTransaction(tx: ClientBase): AnnouncementTransaction {
  return {
    async announce(events) {
      if (events.length === 0) return;
      const values = [
        events.map(({ id }) => id),
        events.map(({ accountId }) => accountId),
        events.map(({ event }) => event),
        events.map(({ body }) => body),
        events.map(({ occurredAt }) => occurredAt),
      ];
      await tx.query({ ...ANNOUNCE, values });
    },
  };
}
