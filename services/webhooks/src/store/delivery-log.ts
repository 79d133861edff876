import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { DeliveryLog } from '../ports.ts';
import { auditEvents, chargeTimeline } from './event-queries.ts';
import { listDeliveries } from './list-deliveries.ts';
import { DELIVERY, type DeliveryRow, latestAttempts, toDelivery } from './logged-delivery.ts';
import { replays } from './replay.ts';

/** A delivery has at most ten attempts, and ten more per replay; older ones are left out. */
const ATTEMPTS_SHOWN_MAX = 100;

const FIND = {
  name: 'find-delivery',
  text: `
  select ${DELIVERY}, convert_from(webhook_event.body, 'UTF8') as body,
         ${latestAttempts('$3')} as logged
    from delivery as chosen
    join endpoint on endpoint.id = chosen.endpoint_id
    join webhook_event on webhook_event.id = chosen.event_id
   where chosen.id = $2 and endpoint.account_id = $1 and endpoint.deleted_at is null`,
};

export function deliveryLog(db: Pool): DeliveryLog {
  return {
    list: listDeliveries(db),
    async find(accountId, deliveryId) {
      const values = [accountId, deliveryId, ATTEMPTS_SHOWN_MAX];
      const { rows } = await transactAs(db, accountId, (tx) =>
        tx.query<DeliveryRow>({ ...FIND, values }),
      );
      return rows[0] ? toDelivery(rows[0]) : null;
    },
    ...replays(db),
    timeline: chargeTimeline(db),
    audit: auditEvents(db),
  };
}
