import type { Attempt, ClaimedDelivery } from '../src/domain/delivery.ts';

type Delivery = Pick<
  ClaimedDelivery,
  'id' | 'accountId' | 'endpointId' | 'url' | 'lease' | 'attemptsDone'
>;

/** An attempt at a delivery, which was successful unless the result says otherwise. */
export function attemptOf(claimed: Delivery, result: Partial<Attempt> = {}): Attempt {
  const { id: deliveryId, accountId, endpointId, url, lease, attemptsDone } = claimed;
  return {
    ...{ deliveryId, accountId, endpointId, url, lease, number: attemptsDone + 1 },
    at: new Date(),
    outcome: 'delivered',
    statusCode: 204,
    cause: null,
    verdict: { next: 'delivered' },
    responseBody: '',
    responseHeaders: [],
    timings: { dnsMs: null, tcpMs: null, tlsMs: null, firstByteMs: null, totalMs: 1 },
    ...result,
  };
}
