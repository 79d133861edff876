import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { ClientBase } from 'pg';
import { exceptionIn } from '../events/decode.ts';

/**
 * The event of transaction `t`. A version before this one left it in the outbox only, where it stays
 * until it is pruned.
 */
export const STORED_EVENT = `coalesce(t.event,
         (select value from outbox
           where event_id = announced_event_id(t.kind, t.charge_id, t.reference)))`;

const FIND = {
  name: 'find-event',
  text: `select ${STORED_EVENT} as event from ledger_transaction t where id = $1`,
};

/** The exception in what was published by the transaction that suspended it. */
export async function exceptionMessage(
  tx: ClientBase,
  transactionId: string,
): Promise<PaymentExceptionInput | null> {
  const { rows } = await tx.query<{ event: Buffer | null }>({
    ...FIND,
    values: [transactionId],
  });
  const event = rows[0]?.event;
  return event ? exceptionIn(event) : null;
}
