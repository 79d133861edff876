import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { AuditedEvent, TimelineEntry } from '../domain/delivery-log.ts';
import type { DeliveryLog } from '../ports.ts';
import { type PlaceRow, placeOf, valuesOfPlace } from './place.ts';

/** Attempts are numbered over the whole life of a delivery; a redelivery continues the count. */
const TIMELINE = {
  name: 'charge-timeline',
  text: `
  with stored as (
    select * from webhook_event where charge_id = $2 and account_id = $1
  )
  select created_at as at, 'webhook_created' as kind, trace_id,
         jsonb_build_object('eventId', id, 'event', event) as detail
    from stored
   union all
  select attempt.at, 'webhook_attempt', trace_id,
         jsonb_build_object(
           'eventId', stored.id, 'event', stored.event, 'deliveryId', delivery.id::text,
           'webhookId', endpoint.id, 'webhookName', endpoint.name,
           'attempt', row_number() over (partition by delivery.id order by attempt.at),
           'statusCode', attempt.status_code, 'cause', attempt.cause,
           'causeCode', nullif(attempt.outcome, 'delivered'),
           'durationMs', coalesce(attempt.total_ms, attempt.duration_ms))
    from stored
    join delivery on delivery.event_id = stored.id
    join endpoint on endpoint.id = delivery.endpoint_id
    join delivery_attempt as attempt on attempt.delivery_id = delivery.id
   order by at, kind desc
   limit $3`,
};

type TimelineRow = {
  at: Date;
  kind: TimelineEntry['kind'];
  trace_id: string | null;
  detail: Record<string, unknown>;
};

export function chargeTimeline(db: Pool): DeliveryLog['timeline'] {
  return async (accountId, chargeId, max) => {
    const values = [accountId, chargeId, max];
    const { rows } = await transactAs(db, accountId, (tx) =>
      tx.query<TimelineRow>({ ...TIMELINE, values }),
    );
    return rows.map(({ trace_id: traceId, ...entry }) => ({ ...entry, traceId }));
  };
}

const AUDIT = {
  name: 'audit-events',
  text: `
  select stored.id, stored.event, coalesce(stored.charge_id, '') as charge_id, stored.created_at,
         (extract(epoch from stored.created_at) * 1000000)::bigint as micros,
         (select count(*)::int from delivery where event_id = stored.id) as deliveries,
         (select min(attempt.at)
            from delivery join delivery_attempt as attempt on attempt.delivery_id = delivery.id
           where delivery.event_id = stored.id) as first_attempt_at
    from webhook_event as stored
   where created_at >= $1 and created_at < $2
     and (created_at, id) > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
     and position is not null and event <> 'ENDPOINT_DISABLED'
   order by created_at, id
   limit $5`,
};

type AuditRow = PlaceRow & {
  id: string;
  event: string;
  charge_id: string;
  created_at: Date;
  deliveries: number;
  first_attempt_at: Date | null;
};

export function auditEvents(db: Pool): DeliveryLog['audit'] {
  return async ({ from, to }, limit, after) => {
    const values = [from, to, ...valuesOfPlace(after, 'oldest'), limit + 1];
    const { rows } = await db.query<AuditRow>({ ...AUDIT, values });
    return { items: rows.slice(0, limit).map(toAudited), next: placeOf(rows, limit) };
  };
}

function toAudited(row: AuditRow): AuditedEvent {
  return {
    eventId: row.id,
    event: row.event,
    chargeId: row.charge_id,
    createdAt: row.created_at,
    firstAttemptAt: row.first_attempt_at,
    deliveries: row.deliveries,
  };
}
