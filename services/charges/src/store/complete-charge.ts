import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { factId } from '@entrada/platform/events/fact-id';
import { appendToOutbox, type Fact } from '@entrada/platform/events/outbox';
import type { ClientBase } from 'pg';
import type { ChargeCompleted } from '../domain/charge.ts';

/** The condition repeats the domain's rule: a charge that left PENDING is never moved here. */
const COMPLETE = {
  name: 'complete-charge',
  text: `
  update charge
     set status = 'COMPLETED', paid_cents = $2, paid_at = $3, end_to_end_id = $4, confirmed_at = $5
   where id = $1
     and status = 'PENDING'`,
};

export async function completeCharge(tx: ClientBase, event: ChargeCompleted): Promise<void> {
  const { charge, payment, confirmedAt } = event;
  const values = [charge.id, payment.paidCents, payment.paidAt, payment.endToEndId, confirmedAt];
  const { rowCount } = await tx.query({ ...COMPLETE, values });
  if (rowCount !== 1) throw new Error(`charge ${charge.id} is not pending`);
  await appendToOutbox(tx, [toFact(event)]);
}

function toFact({ charge, payment, confirmedAt }: ChargeCompleted): Fact {
  const value = ChargeEvent.serialize({
    chargeCompleted: {
      chargeId: charge.id,
      accountId: charge.accountId,
      paymentLinkId: charge.paymentLinkId,
      valueCents: charge.value,
      originalValueCents: charge.originalValue,
      feeCents: charge.fee,
      paidCents: payment.paidCents,
      endToEndId: payment.endToEndId,
      createdAt: charge.createdAt.toISOString(),
      paidAt: payment.paidAt.toISOString(),
      confirmedAt: confirmedAt.toISOString(),
    },
  });
  const eventId = factId('charge-completed', charge.id);
  return { topic: Topic.Charges, key: charge.id, eventId, value };
}
