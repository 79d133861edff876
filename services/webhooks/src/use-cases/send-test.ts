import { judge } from '../domain/attempt.ts';
import type { LoggedDelivery } from '../domain/delivery-log.ts';
import { endpointNotFound, parseTestEvent } from '../domain/endpoint.ts';
import { sampleEvent, testEvent } from '../domain/endpoint-events.ts';
import { TEST_EVENT } from '../domain/webhook-event.ts';
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
  | 'sampleOf'
  | 'now'
  | 'newId'
  | 'limits'
>;

/** A test gets one attempt, whatever its result, and is kept in the log like any delivery. */
export function sendTest(needs: Needs) {
  const { transact, endpoints, deliveryLog, vault, now, newId } = needs;
  const limits = { ...needs.limits, timeoutMs: TEST_MAX_MS };
  const post = postTest(needs);
  return async (accountId: string, endpointId: string, event: string): Promise<LoggedDelivery> => {
    const wanted = parseTestEvent(event);
    const endpoint = await endpoints.secretsOf(accountId, endpointId);
    if (!endpoint) throw endpointNotFound();
    const at = now();
    const made = { id: newId(), at };
    const test =
      wanted === TEST_EVENT
        ? testEvent(made, endpoint)
        : sampleEvent(made, endpoint, { event: wanted, data: needs.sampleOf(wanted) });
    const result = await post(test, {
      url: endpoint.url,
      ...openSecrets(vault, endpointId, endpoint),
    });
    const judgement = judge(result, { attemptsDone: 1, now: at, random: 0 }, limits);
    const { timings, responseBody, responseHeaders } = result;
    const answered = { timings, responseBody, responseHeaders };
    const attempt = { ...judgement, ...answered, endpointId, number: 1, at };
    const id = await transact((tx) => tx.insertTest(test, attempt));
    const delivery = await deliveryLog.find(accountId, id);
    if (!delivery) throw endpointNotFound();
    return delivery;
  };
}
