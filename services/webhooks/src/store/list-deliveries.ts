import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import { DELIVERY_STATUSES, type LogFilter, type LogPlace } from '../domain/delivery-log.ts';
import { EventType } from '../domain/webhook-event.ts';
import type { DeliveryLog } from '../ports.ts';
import { DELIVERY, type DeliveryRow, latestAttempts, toDelivery } from './logged-delivery.ts';
import { microsOf, timeOf } from './micros.ts';
import { type PlaceRow, placeOf } from './place.ts';

/**
 * The page begins after a place and ends at a time. One comparison of both columns gives the start: with a second
 * condition on the time the index could be entered there, far from the page.
 */
const inPage = (delivery: string) => `
  ${delivery}.created_at >= $4
  and (${delivery}.created_at, ${delivery}.id) < (${timeOf('$5::bigint')}, $6::bigint)`;

/**
 * Reads a page of each endpoint and status by index, then takes the newest of all of them. An account has at most
 * ten endpoints, so that a page costs at most fifty such reads, whatever the log holds.
 */
const perEndpoint = (name: string, condition: string) => ({
  name,
  text: `
  select ${DELIVERY}, ${microsOf('chosen.created_at')} as micros, ${latestAttempts('1')} as logged
    from (select page.id, page.created_at
            from endpoint
           cross join unnest($3::text[]) as wanted (status)
           cross join lateral (
                   select id, created_at from delivery
                    where delivery.endpoint_id = endpoint.id and delivery.status = wanted.status
                      and ${inPage('delivery')} ${condition}
                    order by created_at desc, id desc
                    limit $7) as page
           where endpoint.account_id = $1 and endpoint.deleted_at is null
             and ($2::uuid is null or endpoint.id = $2)
           order by page.created_at desc, page.id desc
           limit $7) as place
   cross join lateral (select * from delivery where id = place.id offset 0) as chosen
   cross join lateral (select * from endpoint where id = chosen.endpoint_id offset 0) as endpoint
   cross join lateral (
           select body from webhook_event where id = chosen.event_id offset 0) as webhook_event
   order by place.created_at desc, place.id desc`,
});

const LIST = perEndpoint('list-deliveries', '');
/** By an index of all other events than deposits, which is used only if the query says so itself. */
const LIST_OF_EVENT = perEndpoint(
  'list-deliveries-of-event',
  `and delivery.event = $8 and delivery.event <> '${EventType.DepositSuccess}'`,
);
/** By the index of all events: most are these. */
const LIST_OF_DEPOSITS = perEndpoint('list-deliveries-of-deposits', 'and delivery.event = $8');

/** An event has at most one delivery to each endpoint. */
const LIST_OF_ONE_EVENT = {
  name: 'list-deliveries-of-one-event',
  text: `
  select ${DELIVERY}, ${microsOf('chosen.created_at')} as micros, ${latestAttempts('1')} as logged
    from (select * from delivery where event_id = $8 offset 0) as chosen
    join endpoint on endpoint.id = chosen.endpoint_id
    join webhook_event on webhook_event.id = chosen.event_id
   where endpoint.account_id = $1 and endpoint.deleted_at is null
     and ($2::uuid is null or endpoint.id = $2) and chosen.status = any ($3::text[])
     and ${inPage('chosen')} and ($9::text is null or chosen.event = $9)
   order by chosen.created_at desc, chosen.id desc
   limit $7`,
};

export function listDeliveries(db: Pool): DeliveryLog['list'] {
  return async (accountId, filter) => {
    const { endpointId, status, from, limit } = filter;
    const statuses = status === null ? DELIVERY_STATUSES : [status];
    const { micros, id } = startOf(filter);
    const values = [accountId, endpointId, statuses, from, micros, id, limit + 1];
    const query = queryOf(filter, values);
    const { rows } = await transactAs(db, accountId, (tx) =>
      tx.query<DeliveryRow & PlaceRow>(query),
    );
    return { items: rows.slice(0, limit).map(toDelivery), next: placeOf(rows, limit) };
  };
}

function queryOf({ event, eventId }: LogFilter, values: readonly unknown[]) {
  if (eventId !== null) return { ...LIST_OF_ONE_EVENT, values: [...values, eventId, event] };
  if (event === EventType.DepositSuccess)
    return { ...LIST_OF_DEPOSITS, values: [...values, event] };
  if (event !== null) return { ...LIST_OF_EVENT, values: [...values, event] };
  return { ...LIST, values: [...values] };
}

/** Where the page before ended, or the end of the window if that is earlier. */
function startOf({ to, after }: Pick<LogFilter, 'to' | 'after'>): LogPlace {
  const end = { micros: to.getTime() * 1_000, id: '0' };
  return after && after.micros < end.micros ? after : end;
}
