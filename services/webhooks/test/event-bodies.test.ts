import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEventKinds } from '@entrada/contracts/event-kinds';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  canceled,
  completedOnly,
  credited,
  expired,
  refunded,
  refundFailed,
  resolved,
  returned,
  suspended,
} from './event-records.ts';
import { answer, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);

const kinds = readEventKinds();
// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas, whose parts the tests look up.
const schemas: readonly any[] = kinds.map(({ schema }) => schema);
for (const { name, schema } of kinds) ajv.addSchema(schema, name);

/** What is wrong with a body, by the schema of its event. */
function problemsOf(name: string, body: unknown) {
  ajv.validate(name, body);
  return ajv.errors ?? [];
}

const DOCS = `${join(import.meta.dirname, '../../../docs/events')}/`;

const webhooks = forTests(() => webhooksUnderTest());

test.each([
  ['DEPOSIT_ASSET_SUCCESS', credited],
  ['DEPOSIT_ASSET_EXPIRED', expired],
  ['DEPOSIT_ASSET_CANCELED', canceled],
  ['DEPOSIT_ASSET_REFUNDED', refunded],
  ['DEPOSIT_ASSET_REFUNDED', returned],
  ['DEPOSIT_ASSET_REFUND_FAILED', refundFailed],
  ['DEPOSIT_ASSET_EXCEPTION', suspended],
  ['DEPOSIT_ASSET_EXCEPTION_RESOLVED', resolved],
] as [string, (accountId: string, eventId: string) => EventRecord][])(
  '%s reaches the endpoints that subscribed, under the id of its record, with a body of the documented shape',
  async (event, made) => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    const accountId = randomUUID();
    await webhooks.endpoint(accountId, receiver.url, [event]);
    await webhooks.endpoint(accountId, other.url, ['ENDPOINT_DISABLED']);
    const eventId = randomUUID();

    await webhooks.publish([made(accountId, eventId)]);

    await eventually(() => receiver.log.length === 1);
    const body = JSON.parse(receiver.log[0]?.body ?? '');
    expect(body).toMatchObject({ id: eventId, event, type: event });
    expect(problemsOf(event, body)).toEqual([]);
    expect(Object.keys(body.data)).toEqual(Object.keys(dataOf(event)));
    expect(other.log).toHaveLength(0);
  },
);

test('a refund says who asked for it, and what of a return by the bank is owed', async () => {
  const accountId = randomUUID();
  const [asked, byBank] = [randomUUID(), randomUUID()];

  await webhooks.publish([refunded(accountId, asked), returned(accountId, byBank)]);

  const [first, second] = await feedOf(accountId, 2);
  expect(first).toMatchObject({
    id: asked,
    data: { origin: 'CLIENT', natureza: null, owedValue: 0 },
  });
  expect(second).toMatchObject({
    id: byBank,
    data: { origin: 'BANK', natureza: 'MED_FRAUDE', refundValue: 1000, owedValue: 600 },
  });
});

test.each([
  ['DEPOSIT_ASSET_REFUNDED', returned],
  ['DEPOSIT_ASSET_EXCEPTION_RESOLVED', resolved],
] as const)(
  '%s of money of no charge, or of a charge of another account, shows no charge',
  async (event, made) => {
    const accountId = randomUUID();
    await webhooks.publish([
      made(accountId, randomUUID(), { ofAccount: null }),
      made(accountId, randomUUID(), { ofAccount: randomUUID() }),
    ]);

    for (const body of await feedOf(accountId, 2)) {
      expect(problemsOf(event, body)).toEqual([]);
      expect(body.data).toMatchObject({ chargeId: null, paymentLinkId: null, externalId: null });
      // What was credited, not what was paid.
      if (made === resolved) expect(body.data).toMatchObject({ amount: 450 });
    }
    const all = { from: new Date(Date.now() - 3_600_000).toISOString(), to: '', limit: 200 };
    const { events } = await webhooks.rpc.listEventsForAudit(all);
    expect(events).toContainEqual(expect.objectContaining({ event, chargeId: '' }));
  },
);

test('what the ledger has not booked yet, and what is about money of nobody, is delivered to nobody', async () => {
  const accountId = randomUUID();
  const known = randomUUID();
  await webhooks.publish([
    { ...resolved('', randomUUID(), { ofAccount: null }), key: accountId },
    { ...returned('', randomUUID(), { ofAccount: null }), key: accountId },
    completedOnly(accountId, randomUUID()),
    suspended(null, randomUUID()),
    credited(accountId, known),
  ]);

  expect(await feedOf(accountId, 1)).toMatchObject([{ id: known }]);
  const { rows } = await webhooks.db.query('select from parked_record');
  expect(rows).toEqual([]);
});

test('an endpoint that we disable is reported in the feed and to the endpoints that subscribed', async () => {
  await using gone = await startReceiver(answer(410));
  await using watching = await startReceiver();
  const { accountId, endpointId: webhookId } = await webhooks.endpointAt(gone.url);
  await webhooks.endpoint(accountId, watching.url, ['ENDPOINT_DISABLED']);

  await webhooks.publish([credited(accountId)]);

  await eventually(() => watching.log.length === 1);
  const body = JSON.parse(watching.log[0]?.body ?? '');
  expect(body.data).toMatchObject({
    webhookId,
    reason: 'GONE',
    cause: 'the endpoint answered 410',
  });
  expect(problemsOf('ENDPOINT_DISABLED', body)).toEqual([]);
  const { events } = await webhooks.rpc.listEvents({ accountId });
  expect(events.map((text) => JSON.parse(text).event)).toEqual([
    'DEPOSIT_ASSET_SUCCESS',
    'ENDPOINT_DISABLED',
  ]);
  const { endpoint } = await webhooks.rpc.getEndpoint({ accountId, endpointId: webhookId });
  expect(endpoint?.status).toBe('GONE');
});

test.each(schemas.map(({ title }) => title as string))('the example of %s is true', (event) => {
  const page = readFileSync(`${DOCS}${event.toLowerCase().replaceAll('_', '-')}.md`, 'utf8');
  const [, example = ''] = page.match(/```json\n(.*?)```/s) ?? [];
  expect(problemsOf(event, JSON.parse(example))).toEqual([]);
  const { examples } = schemas.find(({ title }) => title === event);
  expect(examples).toEqual([JSON.parse(example)]);
});

async function feedOf(accountId: string, count: number) {
  const { events } = await eventually(async () => {
    const page = await webhooks.rpc.listEvents({ accountId });
    expect(page.events).toHaveLength(count);
    return page;
  });
  return events.map((body) => JSON.parse(body));
}

function dataOf(event: string): Record<string, unknown> {
  return schemas.find(({ title }) => title === event).properties.data.properties;
}

/** Totals wait for transactions of other databases of the server, which other tests have open. */
const FOLD_MAX = { timeoutMs: 60_000 };

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
