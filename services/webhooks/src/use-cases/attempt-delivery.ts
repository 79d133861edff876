import { judge } from '../domain/attempt.ts';
import type { PostResult } from '../domain/post-result.ts';
import type { Attempt, ClaimedDelivery, Ports } from '../ports.ts';
import { openSecrets } from './steps/open-secrets.ts';

type Needs = Pick<Ports, 'receivers' | 'vault' | 'now' | 'random' | 'limits'>;

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
export function attemptDelivery(needs: Needs) {
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
      endpointId: delivery.endpointId,
      lease: delivery.lease,
      number,
      at,
      timings: result.timings,
      responseBody: result.responseBody,
      responseHeaders: keepsHeaders ? result.responseHeaders : [],
    };
  };
}

function postSigned({ receivers, vault }: Pick<Ports, 'receivers' | 'vault'>) {
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
