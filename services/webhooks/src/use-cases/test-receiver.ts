import { AppError } from '@entrada/platform/errors/app-error';
import { judge } from '../domain/attempt.ts';
import type { LoggedDelivery } from '../domain/delivery-log.ts';
import {
  checkTestPassed,
  type Endpoint,
  endpointNotFound,
  parseTestEvent,
} from '../domain/endpoint.ts';
import { sampleEvent, testEvent } from '../domain/endpoint-events.ts';
import { encodeBody, TEST_EVENT, type WebhookEvent } from '../domain/webhook-event.ts';
import type { Message, Ports } from '../ports.ts';
import { openSecrets } from './secrets.ts';

/** A test gets one attempt, whatever its result, and is kept in the log like any delivery. */
export function sendTest(needs: Ports) {
  const { transact, endpoints, deliveryLog, vault, now, newId } = needs;
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
    const opened = openSecrets(vault, endpointId, endpoint);
    const { url } = endpoint;
    const tried = await post(test, { url, ...opened });
    const attempt = { ...tried, accountId, endpointId, url, number: 1, at };
    const id = await transact((tx) => tx.insertTest(test, attempt));
    const delivery = await deliveryLog.find(accountId, id);
    if (!delivery) throw endpointNotFound();
    return delivery;
  };
}

type With = Pick<Message, 'secrets' | 'authorization'> & {
  /** Follows the cause where the receiver answered 4xx, as it does to a signature it cannot check. */
  readonly advice?: string | undefined;
};

/** Throws, with the cause, when the endpoint does not accept a test event. */
export function checkReceiver(needs: Ports) {
  const post = postTest(needs);
  return async (endpoint: Endpoint, { advice, ...opened }: With): Promise<void> => {
    const event = testEvent({ id: needs.newId(), at: needs.now() }, endpoint);
    const { statusCode, cause } = await post(event, { url: endpoint.url, ...opened });
    const isRefusal = statusCode !== null && statusCode >= 400 && statusCode < 500;
    checkTestPassed(cause, isRefusal ? advice : '');
  };
}

const TEST_MAX_MS = 10_000;

/** Sends a test event at once, outside the queue, because a request waits for its result. */
function postTest({ receivers, limits }: Ports) {
  const testLimits = { ...limits, timeoutMs: TEST_MAX_MS };
  return async (event: WebhookEvent, to: Pick<Message, 'url' | 'secrets' | 'authorization'>) => {
    const { id, occurredAt: at } = event;
    const message = { ...to, id, body: encodeBody(event), at, isTest: true };
    const result = await receivers.post(message, TEST_MAX_MS);
    if (!result) throw new AppError('UNAVAILABLE', 'The service is restarting');
    const { timings, responseBody, responseHeaders } = result;
    const judgement = judge(result, { attemptsDone: 1, now: at, random: 0 }, testLimits);
    return { ...judgement, timings, responseBody, responseHeaders };
  };
}
