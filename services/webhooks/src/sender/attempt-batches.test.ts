import { randomUUID } from 'node:crypto';
import { openLog } from '@entrada/platform/telemetry/log';
import { forRequest, requestIds } from '@entrada/platform/telemetry/request-ids';
import type { Attempt } from '../domain/delivery.ts';
import { openAttemptBatches } from './attempt-batches.ts';

const ATTEMPT: Attempt = {
  deliveryId: 1,
  accountId: randomUUID(),
  endpointId: randomUUID(),
  url: 'https://x',
  lease: 1,
  number: 1,
  at: new Date(0),
  outcome: 'delivered',
  statusCode: 204,
  cause: null,
  verdict: { next: 'delivered' },
  timings: { dnsMs: null, tcpMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 },
  responseBody: '',
  responseHeaders: [],
};

test('results are recorded under the request of none of their deliveries', async () => {
  const recordedFor: (readonly string[])[] = [];
  const batches = openAttemptBatches({
    record: async () => void recordedFor.push(requestIds()),
    now: () => 0,
    log: openLog({ service: 'webhooks', level: 'silent', version: 'test' }),
    giveUp: new AbortController().signal,
  });
  forRequest('first-request', () => batches.add(ATTEMPT));
  await batches.written();
  expect(recordedFor).toEqual([[]]);
});
