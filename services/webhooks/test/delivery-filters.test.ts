import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { credited, expired } from './event-records.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

test('a delivery shows the body that was sent, what triggered it, and the response without its secrets', async () => {
  await using receiver = await startReceiver((response) => {
    for (let number = 0; number < 30; number += 1)
      response.setHeader(`x-${number}`, 'y'.repeat(400));
    const secrets = {
      'x-auth-token': 't0p-secret',
      'set-cookie': ['a=t0p-secret', 'b=t0p-secret'],
    };
    response.writeHead(410, { server: 'caf\u00e9', ...secrets }).end();
  });
  const ids = await webhooks.endpointAt(receiver.url);
  await webhooks.publish([credited(ids.accountId)]);
  const [held] = await webhooks.deliveriesWhen(ids, 1, 'HELD');
  const { accountId } = ids;
  const find = async () =>
    (await webhooks.rpc.getDelivery({ accountId, deliveryId: held?.id ?? '' })).delivery;

  // The endpoint is disabled, and its deliveries are held, before the attempt is in the log.
  const delivery = await eventually(async () => {
    const found = await find();
    return found?.attempts.length ? found : false;
  });
  expect(held).toMatchObject({ body: '', endpointName: 'shop', isTest: false });
  expect(delivery?.body).toBe(receiver.log[0]?.body);
  expect(delivery?.trigger).toEqual({ kind: 'event', at: delivery?.createdAt });
  const [attempt] = delivery?.attempts ?? [];
  expect(attempt).toMatchObject({ statusCode: 410, causeCode: 'gone' });
  const headers = attempt?.responseHeaders ?? [];
  expect(headers).toHaveLength(20);
  expect(Math.max(...headers.map((line) => line.length))).toBe(256);
  expect(JSON.stringify(delivery)).not.toContain('t0p-secret');

  await webhooks.rpc.redeliver({ accountId, deliveryId: held?.id ?? '' });
  const again = await find();
  expect(again?.trigger?.kind).toBe('redelivery');
  expect(Date.parse(again?.trigger?.at ?? '')).toBeGreaterThan(Date.parse(again?.createdAt ?? ''));
});

test('the log of an account has every endpoint, and each filter leaves out the rest', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const all = ['DEPOSIT_ASSET_SUCCESS', 'DEPOSIT_ASSET_EXPIRED'];
  const { id: first } = await webhooks.endpoint(accountId, receiver.url, all);
  const { id: second } = await webhooks.endpoint(accountId, receiver.url);
  const other = await webhooks.endpointAt(receiver.url);
  const [credit, end] = [randomUUID(), randomUUID()];
  await webhooks.publish([
    credited(accountId, credit),
    expired(accountId, end),
    credited(other.accountId),
  ]);
  await eventually(async () => {
    const { deliveries } = await webhooks.rpc.listDeliveries({ accountId, status: 'DELIVERED' });
    expect(deliveries).toHaveLength(3);
  });
  const found = async (filter: object) => {
    const { deliveries } = await webhooks.rpc.listDeliveries({ accountId, ...filter });
    return deliveries.map(({ endpointId, eventId }) => [endpointId, eventId]).toSorted();
  };
  const [ofFirst, ofSecond, ended] = [
    [first, credit],
    [second, credit],
    [first, end],
  ];

  expect(await found({})).toEqual([ofFirst, ofSecond, ended].toSorted());
  expect(await found({ endpointId: second })).toEqual([ofSecond]);
  expect(await found({ event: 'DEPOSIT_ASSET_EXPIRED' })).toEqual([ended]);
  expect(await found({ event: 'DEPOSIT_ASSET_SUCCESS' })).toEqual([ofFirst, ofSecond].toSorted());
  expect(await found({ event: 'WEBHOOK_TEST' })).toEqual([]);
  expect(await found({ eventId: credit })).toEqual([ofFirst, ofSecond].toSorted());
  expect(await found({ eventId: credit, endpointId: second })).toEqual([ofSecond]);
  expect(await found({ eventId: credit, event: 'DEPOSIT_ASSET_EXPIRED' })).toEqual([]);
  expect(await found({ eventId: credit, status: 'EXHAUSTED' })).toEqual([]);
  expect(await found({ event: 'DEPOSIT_ASSET_EXPIRED', status: 'HELD' })).toEqual([]);
  const later = { from: new Date(Date.now() + 60_000).toISOString() };
  for (const filter of [{}, { event: 'DEPOSIT_ASSET_EXPIRED' }, { eventId: credit }]) {
    expect(await found({ ...filter, ...later })).toEqual([]);
  }
  const page = await webhooks.rpc.listDeliveries({ accountId, limit: 2 });
  const rest = await webhooks.rpc.listDeliveries({ accountId, limit: 2, cursor: page.nextCursor });
  const seen = [...page.deliveries, ...rest.deliveries].map(({ id }) => id);
  expect(new Set(seen).size).toBe(3);
  expect(rest.nextCursor).toBe('');
});
