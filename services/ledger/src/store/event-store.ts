import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import { LedgerEvent } from '@entrada/contracts/services';
import type { ClientBase } from 'pg';

const FIND = {
  name: 'find-event',
  text: 'select event from ledger_transaction where id = $1',
};

/** The exception in what was announced by the transaction that suspended it. */
export async function exceptionMessage(
  tx: ClientBase,
  transactionId: string,
): Promise<PaymentExceptionInput | null> {
  const { rows } = await tx.query<{ event: Buffer | null }>({
    ...FIND,
    values: [transactionId],
  });
  const event = rows[0]?.event;
  if (!event) return null;
  return LedgerEvent.deserialize(event).paymentSuspended?.exception ?? null;
}
