import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { kinds, problemsOf } from './documented-events.ts';
import { credited } from './event-records.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

/** Totals wait for transactions of other databases of the server, which other tests have open. */
const FOLD_MAX = { timeoutMs: 60_000 };

const webhooks = forTests(() => webhooksUnderTest());

test.each(kinds.map(({ name }) => name))(
  'a test of %s has its documented shape, says that it is a test, and names nothing that exists',
  async (event) => {
    await using receiver = await startReceiver();
    const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);

    const { delivery } = await webhooks.rpc.sendTest({ accountId, endpointId, event });

    const [received] = receiver.log;
    const body = JSON.parse(received?.body ?? '');
    expect(problemsOf(event, body)).toEqual([]);
    expect(body).toMatchObject({ id: delivery?.eventId, event, test: true });
    expect(received?.headers).toMatchObject({ 'webhook-id': body.id, 'webhook-test': 'true' });
    const example = kinds.find(({ name }) => name === event)?.sample as { data: object };
    const ids = [
      'transactionId',
      'refundId',
      'exceptionId',
      'paymentLinkId',
      'chargeId',
      'endToEndId',
    ];
    for (const field of ids) expect(body.data[field] ?? '').toMatch(/^E?[0-]*$/);
    expect(body.data.externalId ?? null).toBeNull();
    expect(Object.keys(body.data)).toEqual(Object.keys(example.data));
    expect(delivery).toMatchObject({ event, isTest: true, trigger: { kind: 'test' } });
    expect(delivery?.body).toBe(received?.body);
    const { events } = await webhooks.rpc.listEvents({ accountId });
    expect(events).toEqual([]);
  },
);

test('a test that is sent again is still a test, and never counts as a notified deposit', async () => {
  await using receiver = await startReceiver();
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  const event = 'DEPOSIT_ASSET_SUCCESS';
  const { delivery } = await webhooks.rpc.sendTest({ accountId, endpointId, event });

  await webhooks.rpc.redeliver({ accountId, deliveryId: delivery?.id ?? '' });

  const hours = await eventually(async () => {
    const { hours: all } = await webhooks.rpc.getEndpointMetrics({ accountId, endpointId });
    expect(all.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2);
    return all;
  }, FOLD_MAX);
  expect(hours).toHaveLength(24);
  expect(receiver.log[1]?.headers).toMatchObject({ 'webhook-test': 'true' });
  expect(receiver.log[1]?.body).toBe(receiver.log[0]?.body);
  const from = hours[0]?.hour ?? '';
  const bucketStarts = [Date.parse(from) / 1_000];
  const day = { accountId, from, to: new Date(Date.now() + 1_000).toISOString(), bucketStarts };
  expect((await webhooks.rpc.getNotifiedHours(day)).sums).toEqual({ notifiedCount: [0] });
  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const { sums } = await webhooks.rpc.getNotifiedHours(day);
    expect(sums).toEqual({ notifiedCount: [1] });
  }, FOLD_MAX);
});

test('an endpoint that is created disabled gets nothing, not even a test, until it is enabled', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const wanted = { accountId, name: 'x', url: receiver.url, disabled: true };
  const { endpoint, secret } = await webhooks.rpc.createEndpoint(wanted);
  expect(endpoint).toMatchObject({ status: 'DISABLED', disabledReason: 'OWNER' });
  expect(secret).toMatch(/^whsec_/);
  const endpointId = endpoint?.id ?? '';
  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const { deliveries } = await webhooks.rpc.listDeliveries({ accountId, endpointId });
    expect(deliveries).toMatchObject([{ status: 'HELD' }]);
  });
  expect(receiver.log).toEqual([]);
  const { delivery } = await webhooks.rpc.sendTest({ accountId, endpointId });
  expect(delivery?.status).toBe('DELIVERED');

  const enabled = await webhooks.rpc.updateEndpoint({ accountId, endpointId, enabled: true });

  expect(enabled.endpoint).toMatchObject({ status: 'ENABLED', disabledReason: '' });
  await eventually(() => receiver.log.length === 2);
});
