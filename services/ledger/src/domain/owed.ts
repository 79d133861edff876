import type { IdOf } from './movement-id.ts';
import { available, type Movement, MovementKind, owed, type Posting } from './posting.ts';

/**
 * What a holder owes is an account of its own. It grows by an advance right before money leaves that
 * the bank has taken and the holder does not have, and falls by a repayment right after anything made
 * money available to the holder. So a holder who owes has nothing available.
 */
export function advanceBefore(movement: Movement, holderId: string, cents: number, idOf: IdOf) {
  const id = idOf('owed-advance', `${movement.id} ${holderId}`);
  const postings = [owed(holderId, -cents), available(holderId, cents)];
  return owedMovement(movement, holderId, { id, kind: MovementKind.OwedAdvance, postings });
}

export function repaymentAfter(movement: Movement, holderId: string, cents: number, idOf: IdOf) {
  const id = idOf('owed-repayment', `${movement.id} ${holderId}`);
  const postings = [available(holderId, -cents), owed(holderId, cents)];
  return owedMovement(movement, holderId, { id, kind: MovementKind.OwedRepayment, postings });
}

type Own = Pick<Movement, 'id' | 'kind'> & { readonly postings: readonly Posting[] };

/** Only the holder whose movement it is sees what it was about. */
function owedMovement(movement: Movement, holderId: string, own: Own): Movement {
  const isOwn = movement.holderId === holderId;
  return {
    ...own,
    holderId,
    chargeId: isOwn ? movement.chargeId : null,
    paymentLinkId: isOwn ? movement.paymentLinkId : null,
    endToEndId: null,
    reference: isOwn ? movement.reference : null,
    traceId: movement.traceId,
  };
}
