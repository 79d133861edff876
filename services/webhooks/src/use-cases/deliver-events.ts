import { judge, type PostResult } from '../domain/attempt.ts';
import type { Attempt, ClaimedDelivery } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { openSecrets } from './secrets.ts';

const NOT_SENT: PostResult = {
  kind: 'failed',
  failure: 'unopened',
  statusCode: null,
  detail: null,
  responseBody: '',
  responseHeaders: [],
  timings: { dnsMs: null, tcpMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 },
};

/**
 * One attempt. Null when we cut it short ourselves: then it does not count. Response headers explain failures and
 * tests; those of other successes would only fill the log.
 */
export function attemptDelivery(needs: Ports) {
  const { now, random, limits } = needs;
  const post = postSigned(needs);
  return async (delivery: ClaimedDelivery): Promise<Attempt | null> => {
    const at = now();
    const result = await post(delivery, at);
    if (!result) return null;
    const number = delivery.attemptsDone + 1;
    const moment = { attemptsDone: number, now: now(), random: random() };
    const judgement = judge(result, moment, limits);
    const keepsHeaders = judgement.outcome !== 'delivered' || delivery.isTest;
    return {
      ...judgement,
      deliveryId: delivery.id,
      accountId: delivery.accountId,
      endpointId: delivery.endpointId,
      url: delivery.url,
      lease: delivery.lease,
      number,
      at,
      timings: result.timings,
      responseBody: result.responseBody,
      responseHeaders: keepsHeaders ? result.responseHeaders : [],
    };
  };
}

function postSigned({ receivers, vault }: Ports) {
  return async (delivery: ClaimedDelivery, at: Date): Promise<PostResult | null> => {
    const { eventId: id, endpointId, url, body, isTest } = delivery;
    let opened: ReturnType<typeof openSecrets>;
    try {
      opened = openSecrets(vault, endpointId, delivery);
    } catch {
      return NOT_SENT;
    }
    return receivers.post({ id, url, ...opened, body, at, isTest });
  };
}

/** Records results. An endpoint that answered 410 is disabled first, and its deliveries are held. */
export function recordAttempts(needs: Ports) {
  const disable = disableEndpoint(needs);
  return async (attempts: readonly Attempt[]): Promise<void> => {
    const gone = attempts.filter(({ verdict }) => verdict.next === 'hold');
    const endpoints = new Map(
      gone.map((attempt) => [`${attempt.endpointId} ${attempt.url}`, attempt]),
    );
    for (const { endpointId, url } of endpoints.values()) {
      await disable({ endpointId, url }, { reason: 'GONE', cause: 'the endpoint answered 410' });
    }
    await needs.deliveries.record(attempts);
  };
}
