import { judge } from '../domain/attempt.ts';
import type { LoggedDelivery } from '../domain/delivery-log.ts';
import { endpointNotFound } from '../domain/endpoint.ts';
import { testEvent } from '../domain/endpoint-events.ts';
import type { Ports } from '../ports.ts';
import { openSecrets } from './steps/open-secrets.ts';
import { postTest, TEST_MAX_MS } from './steps/post-test.ts';

type Needs = Pick<
  Ports,
  | 'transact'
  | 'endpoints'
  | 'deliveryLog'
  | 'vault'
  | 'receivers'
  | 'encodeBody'
  | 'now'
  | 'newId'
  | 'limits'
>;

/** A test gets one attempt, whatever its result, and is kept in the log like any delivery. */
export function sendTest(needs: Needs) {
  const { transact, endpoints, deliveryLog, vault, now, newId } = needs;
  const limits = { ...needs.limits, timeoutMs: TEST_MAX_MS };
  const post = postTest(needs);
  return async (accountId: string, endpointId: string): Promise<LoggedDelivery> => {
    const endpoint = await endpoints.secretsOf(accountId, endpointId);
    if (!endpoint) throw endpointNotFound();
    const at = now();
    const event = testEvent({ id: newId(), at }, endpoint);
    const answer = await post(event, {
      url: endpoint.url,
      ...openSecrets(vault, endpointId, endpoint),
    });
    const judgement = judge(answer, { attemptsDone: 1, now: at, chance: 0 }, limits);
    const { timings, responseBody } = answer;
    const attempt = { ...judgement, endpointId, number: 1, at, timings, responseBody };
    const id = await transact((tx) => tx.insertTest(event, attempt));
    const delivery = await deliveryLog.find(accountId, id);
    if (!delivery) throw endpointNotFound();
    return delivery;
  };
}
