import { type Answer, judge } from '../domain/attempt.ts';
import type { Attempt, ClaimedDelivery, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'receivers' | 'vault' | 'now' | 'chance' | 'limits'>;

/** One try. Null when we cut it short ourselves: then it does not count. */
export function attemptDelivery(needs: Needs) {
  const { now, chance, limits } = needs;
  const post = postSigned(needs);
  return async (delivery: ClaimedDelivery): Promise<Attempt | null> => {
    const at = now();
    const answer = await post(delivery, at);
    if (!answer) return null;
    const answeredAt = now();
    const number = delivery.triesDone + 1;
    const moment = { triesDone: number, now: answeredAt, chance: chance() };
    return {
      ...judge(answer, moment, limits),
      deliveryId: delivery.id,
      endpointId: delivery.endpointId,
      number,
      at,
      durationMs: Math.max(0, answeredAt.getTime() - at.getTime()),
    };
  };
}

function postSigned({ receivers, vault }: Pick<Ports, 'receivers' | 'vault'>) {
  return async (delivery: ClaimedDelivery, at: Date): Promise<Answer | null> => {
    const { eventId, endpointId, url, body, sealedSecret } = delivery;
    let secret: string;
    try {
      secret = vault.open(endpointId, sealedSecret);
    } catch {
      return { kind: 'failed', failure: 'unopened', statusCode: null };
    }
    return receivers.post({ id: eventId, url, secret, body, at });
  };
}
