import type { ClientBase } from 'pg';
import { encodeBody } from '../events/encode.ts';
import type { EndpointTransaction } from '../ports.ts';
import { logAttempt } from './record-attempts.ts';

const INSERT = {
  name: 'insert-test',
  text: `
  with event as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    values ($1, $2, $3, $4, $5)
    returning id, event
  )
  insert into delivery (event_id, endpoint_id, event, is_test, status, attempts, finished_at)
  select id, $6, event, true, $7, 1, now() from event
  returning id`,
};

/** Inserted as finished, so that no sender ever claims it. */
export function insertTest(tx: ClientBase): EndpointTransaction['insertTest'] {
  return async (tested, attempt) => {
    const { id, accountId, event, occurredAt } = tested;
    const status = attempt.outcome === 'delivered' ? 'DELIVERED' : 'ABANDONED';
    const { rows } = await tx.query<{ id: number }>({
      ...INSERT,
      values: [id, accountId, event, encodeBody(tested), occurredAt, attempt.endpointId, status],
    });
    const deliveryId = rows[0]?.id;
    if (deliveryId === undefined) throw new Error('no test was inserted');
    await logAttempt(tx, { ...attempt, deliveryId });
    return deliveryId;
  };
}
