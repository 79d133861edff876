import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { credited } from './event-records.ts';
import { answer, type ReceivedDelivery, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

const headersOf = ({ headers }: ReceivedDelivery) => headers as Record<string, string>;

test('an endpoint is registered only once it has taken a signed test event', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const wanted = { accountId, name: 'shop', url: receiver.url, authorization: 'Basic abc' };

  const { endpoint, secret } = await webhooks.rpc.createEndpoint(wanted);

  const [test] = receiver.log;
  expect(
    new Webhook(secret).verify(test?.body ?? '', headersOf(test as ReceivedDelivery)),
  ).toMatchObject({
    event: 'WEBHOOK_TEST',
    data: { webhookId: endpoint?.id },
  });
  expect(test?.headers.authorization).toBe('Basic abc');
  expect(endpoint).toMatchObject({ status: 'ENABLED', hasAuthorization: true });
  const { rows } = await webhooks.db.query('select * from endpoint where id = $1', [endpoint?.id]);
  expect(rows[0].sealed_authorization.includes('abc')).toBe(false);
});

const SECRET_ADVICE =
  '. If the receiver checks signatures, it needs the secret first: send your own as `secret`, or create the webhook with `status` "disabled", give the receiver the secret of the reply, test it and enable it';

test.each([
  [401, `answered 401${SECRET_ADVICE}`],
  [500, 'answered 500'],
  [302, 'answered 302; we do not follow redirects'],
])('an endpoint whose test is answered %i is refused with the reason', async (status, cause) => {
  await using receiver = await startReceiver(answer(status));
  const accountId = randomUUID();

  await expect(
    webhooks.rpc.createEndpoint({ accountId, name: 'shop', url: receiver.url }),
  ).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    reason: 'webhook_test_failed',
    message: `The test event was not accepted: ${cause}`,
  });

  expect((await webhooks.rpc.listEndpoints({ accountId })).endpoints).toEqual([]);
});

test('endpoints are listed newest first, shown with their health, changed and deleted', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const first = await webhooks.endpoint(accountId, receiver.url);
  const second = await webhooks.endpoint(accountId, receiver.url);
  const { endpoints } = await webhooks.rpc.listEndpoints({ accountId });
  expect(endpoints.map(({ id }) => id)).toEqual([second.id, first.id]);

  const ids = { accountId, endpointId: first.id };
  const { endpoint } = await webhooks.rpc.updateEndpoint({
    ...ids,
    name: 'renamed',
    events: ['DEPOSIT_ASSET_EXPIRED'],
    authorization: 'Bearer x',
  });
  expect(endpoint).toMatchObject({
    name: 'renamed',
    url: receiver.url,
    events: ['DEPOSIT_ASSET_EXPIRED'],
    hasAuthorization: true,
    status: 'ENABLED',
  });
  const again = await webhooks.rpc.updateEndpoint({ ...ids, authorization: '' });
  expect(again.endpoint).toMatchObject({ name: 'renamed', hasAuthorization: false });

  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const got = await webhooks.rpc.getEndpoint({ accountId, endpointId: second.id });
    expect(got.endpoint?.health).toMatchObject({ delivered: 1, failed: 0, waiting: 0 });
    expect(got.endpoint?.health?.lastSuccessAt).toMatch(/Z$/);
  });

  await webhooks.rpc.deleteEndpoint(ids);
  await expect(webhooks.rpc.getEndpoint(ids)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await webhooks.rpc.listEndpoints({ accountId })).endpoints).toHaveLength(1);
});

test('a stored authorization stays with its origin: another one gets it only if it is sent again', async () => {
  await using own = await startReceiver();
  await using other = await startReceiver();
  const accountId = randomUUID();
  const wanted = { accountId, name: 'shop', url: own.url, authorization: 'Bearer ours' };
  const { endpoint } = await webhooks.rpc.createEndpoint(wanted);
  const change = (changes: object) =>
    webhooks.rpc.updateEndpoint({ accountId, endpointId: endpoint?.id ?? '', ...changes });

  const samePlace = await change({ url: `${own.url}/moved` });
  expect(samePlace.endpoint).toMatchObject({ hasAuthorization: true });
  expect(own.log.at(-1)?.headers.authorization).toBe('Bearer ours');

  const elsewhere = await change({ url: other.url });
  expect(elsewhere.endpoint).toMatchObject({ url: other.url, hasAuthorization: false });
  expect(other.log.map(({ headers }) => headers.authorization)).toEqual([undefined]);

  await change({ url: own.url, authorization: 'Bearer again' });
  expect(own.log.at(-1)?.headers.authorization).toBe('Bearer again');
});

test('a rotated secret signs beside the old one for a day, as both libraries see it', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const { id: endpointId, secret: old } = await webhooks.endpoint(accountId, receiver.url);

  const { secret } = await webhooks.rpc.rotateSecret({ accountId, endpointId });
  await webhooks.publish([credited(accountId)]);

  await eventually(() => receiver.log.length === 1);
  const [got] = receiver.log as [ReceivedDelivery];
  for (const Library of [Webhook, SvixWebhook]) {
    expect(() => new Library(secret).verify(got.body, headersOf(got))).not.toThrow();
    expect(() => new Library(old).verify(got.body, headersOf(got))).not.toThrow();
  }
  expect(secret).not.toBe(old);

  await webhooks.db.query('update endpoint set previous_secret_until = now() where id = $1', [
    endpointId,
  ]);
  await webhooks.publish([credited(accountId)]);
  await eventually(() => receiver.log.length === 2);
  const later = receiver.log[1] as ReceivedDelivery;
  expect(() => new Webhook(secret).verify(later.body, headersOf(later))).not.toThrow();
  expect(() => new Webhook(old).verify(later.body, headersOf(later))).toThrow();
});

test('a test event reports its result and is in the log, but not in the feed', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(403).end('go away'));
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);

  const { delivery } = await webhooks.rpc.sendTest({ accountId, endpointId });

  expect(delivery).toMatchObject({
    event: 'WEBHOOK_TEST',
    status: 'ABANDONED',
    nextAttemptsAt: [],
    attempts: [{ statusCode: 403, cause: 'answered 403', responseBody: 'go away' }],
  });
  const found = await webhooks.rpc.getDelivery({ accountId, deliveryId: delivery?.id ?? '' });
  expect(found.delivery).toEqual(delivery);
  expect((await webhooks.rpc.listEvents({ accountId })).events).toEqual([]);
  expect(receiver.log).toHaveLength(1);
});

test('what comes while an endpoint is disabled reaches it once it is enabled', async () => {
  await using receiver = await startReceiver();
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  const ids = { accountId, endpointId };
  const { endpoint } = await webhooks.rpc.updateEndpoint({ ...ids, enabled: false });
  expect(endpoint?.status).toBe('DISABLED');
  await webhooks.publish([credited(accountId), credited(accountId)]);
  await eventually(async () => {
    const { deliveries } = await webhooks.rpc.listDeliveries({ ...ids, status: 'HELD' });
    expect(deliveries).toHaveLength(2);
  });
  expect(receiver.log).toHaveLength(0);

  await webhooks.rpc.updateEndpoint({ ...ids, enabled: true });

  await eventually(() => receiver.log.length === 2);
});

test('a deleted endpoint gives up what it has not got, and gets nothing more', async () => {
  await using receiver = await startReceiver(answer(500));
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      'select from delivery where endpoint_id = $1 and attempts >= 1',
      [endpointId],
    );
    expect(rows).toHaveLength(1);
  });

  await webhooks.rpc.deleteEndpoint({ accountId, endpointId });
  await webhooks.publish([credited(accountId)]);

  await eventually(async () => {
    const { events } = await webhooks.rpc.listEvents({ accountId });
    expect(events).toHaveLength(2);
  });
  const { rows } = await webhooks.db.query('select status from delivery where endpoint_id = $1', [
    endpointId,
  ]);
  expect(rows).toEqual([{ status: 'ABANDONED' }]);
});
