import { randomUUID } from 'node:crypto';
import { forRequest, requestIds } from '@entrada/platform/telemetry/request-ids';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { attemptOf } from '../../test/attempt-of.ts';
import { openAttemptBatches } from './attempt-batches.ts';

const DELIVERY = {
  id: 1,
  accountId: randomUUID(),
  endpointId: randomUUID(),
  url: 'https://x',
  lease: 1,
  attemptsDone: 0,
};

test('results are recorded under the request of none of their deliveries', async () => {
  const recordedFor: (readonly string[])[] = [];
  const batches = openAttemptBatches({
    record: async () => void recordedFor.push(requestIds()),
    now: () => 0,
    log: testRuntime('webhooks').log,
    giveUp: new AbortController().signal,
  });
  forRequest('first-request', () => batches.add(attemptOf(DELIVERY)));
  await batches.written();
  expect(recordedFor).toEqual([[]]);
});
