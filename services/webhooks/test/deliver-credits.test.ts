import { randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { listParked, requestRetry } from '@entrada/platform/events/parked';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { Webhook } from 'standardwebhooks';
import { signed } from '../../../test/harness/event-keys.ts';
import { credited, expired } from './event-records.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

test('a credit is delivered to its account once, signed so that the standard library accepts it', async () => {
  await using receiver = await startReceiver();
  const accountId = randomUUID();
  const { secret } = await webhooks.endpoint(accountId, receiver.url);
  const eventId = randomUUID();

  await webhooks.publish([credited(accountId, eventId)]);

  await eventually(() => receiver.log.length > 0);
  const [got] = receiver.log;
  const headers = got?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(got?.body ?? '', headers)).toEqual({
    id: eventId,
    event: 'DEPOSIT_ASSET_SUCCESS',
    type: 'DEPOSIT_ASSET_SUCCESS',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      transactionId: '6a0c1d5e-0000-4000-8000-000000000001',
      chargeId: expect.stringMatching(/^[0-9a-f]{24}$/),
      paymentLinkId: expect.any(String),
      externalId: null,
      metadata: {},
      payer: null,
      status: 'COMPLETED',
      value: 5000,
      originalValue: 5000,
      fee: 50,
      creditedValue: 4950,
      paidValue: 5000,
      currency: 'BRL',
      endToEndId: 'E00000000202611201200abcdefghijk',
      paidLate: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      paidAt: '2026-11-20T12:00:05.000Z',
    },
  });
  expect(headers).toMatchObject({
    'webhook-id': eventId,
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Entrada-Webhooks\/\d/),
  });
  await eventually(async () => expect(await statusesOf(eventId)).toEqual(['DELIVERED']));
});

test('what there is room for is sent without waking anybody, and the rest goes out once as well', async () => {
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const listener = await webhooks.db.connect();
  let wakings = 0;
  listener.on('notification', () => {
    wakings += 1;
  });
  try {
    await listener.query('listen delivery');

    await webhooks.publish([credited(accountId)]);
    await eventually(() => receiver.log.length === 1);
    // Whatever was notified before has been read by the time of a response.
    await listener.query('select 1');
    expect(wakings).toBe(0);

    await webhooks.publish(Array.from({ length: 200 }, () => credited(accountId)));
    await eventually(() => receiver.log.length >= 201);
    await listener.query('select 1');
    expect(wakings).toBeGreaterThan(0);
  } finally {
    await listener.query('unlisten *');
    listener.removeAllListeners('notification');
    listener.release();
  }
  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      `select delivery.status, count(*)::int as count
         from delivery join webhook_event on webhook_event.id = event_id
        where account_id = $1 group by 1`,
      [accountId],
    );
    expect(rows).toEqual([{ status: 'DELIVERED', count: 201 }]);
  });
  expect(new Set(receiver.log.map(({ headers }) => headers['webhook-id'])).size).toBe(201);
  expect(receiver.log).toHaveLength(201);
});

test('every endpoint of the account hears of an event under one id, and no other account does', async () => {
  await using first = await startReceiver();
  await using second = await startReceiver();
  await using stranger = await startReceiver();
  const accountId = randomUUID();
  const { secret } = await webhooks.endpoint(accountId, first.url);
  await webhooks.endpoint(accountId, second.url);
  await webhooks.endpoint(randomUUID(), stranger.url);
  const eventId = randomUUID();

  await webhooks.publish([credited(accountId, eventId)]);

  await eventually(() => first.log.length > 0 && second.log.length > 0);
  expect(second.log[0]?.headers['webhook-id']).toBe(eventId);
  expect(second.log[0]?.body).toBe(first.log[0]?.body);
  expect(stranger.log).toHaveLength(0);
  const headers = second.log[0]?.headers as Record<string, string>;
  expect(() => new Webhook(secret).verify(second.log[0]?.body ?? '', headers)).toThrow(
    'No matching signature',
  );
});

test('an event that is published again is delivered once', async () => {
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const repeated = credited(accountId);
  const later = randomUUID();

  await webhooks.publish([repeated, repeated]);
  await webhooks.publish([repeated, credited(accountId, later)]);

  await eventually(() => receiver.log.some(({ headers }) => headers['webhook-id'] === later));
  expect(receiver.log).toHaveLength(2);
});

/** Wide, for a machine that stalls. */
const WITHIN_MS = 30_000;

test('a first attempt follows its credit within seconds on any machine, and is counted', async () => {
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const publishedAt = Date.now();

  await webhooks.publish(Array.from({ length: 50 }, () => credited(accountId)));

  await eventually(() => receiver.log.length === 50);
  expect((receiver.log.at(-1)?.at ?? 0) - publishedAt).toBeLessThan(WITHIN_MS);
  await eventually(async () => {
    const metrics = await webhooks.service.runtime.metrics.metrics();
    expect(metrics).toMatch(/webhook_attempts_total{outcome="delivered"} \d\d/);
    expect(metrics).toMatch(/webhook_credit_to_first_attempt_seconds_count \d\d/);
    expect(metrics).toMatch(/webhooks_due_backlog 0/);
    expect(metrics).toMatch(/webhooks_oldest_due_seconds 0/);
  });
});

async function statusesOf(eventId: string): Promise<string[]> {
  const { rows } = await webhooks.db.query('select status from delivery where event_id = $1', [
    eventId,
  ]);
  return rows.map(({ status }) => status);
}

test('an event whose inbox row is gone is not delivered again, and does not stop its batch', async () => {
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const [again, next] = [randomUUID(), randomUUID()];
  await webhooks.publish([credited(accountId, again)]);
  await eventually(() => receiver.log.length === 1);
  await webhooks.db.query('delete from inbox where event_id = $1', [again]);

  await webhooks.publish([credited(accountId, again), credited(accountId, next)]);

  await eventually(() => receiver.log.length === 2);
  expect(receiver.log.map(({ headers }) => headers['webhook-id'])).toEqual([again, next]);
  const { rows } = await webhooks.db.query('select from delivery where event_id = $1', [again]);
  expect(rows).toHaveLength(1);
});

test('a parked event that is retried is delivered once, and before the one that waited behind it', async () => {
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const [first, second] = [credited(accountId), credited(accountId)];
  const malformed = { ...first, value: Buffer.from('malformed') };
  await webhooks.publish([malformed, { ...second, key: first.key }]);
  await eventually(async () =>
    expect(await listParked(webhooks.db, 10)).toMatchObject([
      { key: first.key, reason: 'undecodable', waitingBehind: 1 },
    ]),
  );
  expect(receiver.log).toEqual([]);
  // As a version that can read it would find it.
  const fix = `update parked_record set value = $1, headers = $2 where reason = 'undecodable'`;
  await webhooks.db.query(fix, [first.value, signed(first).headers]);

  await requestRetry(webhooks.db, { group: 'webhooks', topic: Topic.Ledger, key: first.key });

  await eventually(() => receiver.log.length === 2);
  const { events } = await webhooks.rpc.listEvents({ accountId });
  expect(events.map((body) => JSON.parse(body).id)).toEqual(
    [first, second].map(({ headers }) => headers['event-id']),
  );
  expect(await listParked(webhooks.db, 10)).toEqual([]);
});

test.each([
  ['of a version that we do not know', { version: 2 }, 'unsupported event version 2'],
  ['in another currency', { currency: 'USD' }, 'unsupported currency USD'],
])('an event of charges %s is parked, not delivered', async (_, unsupported, problem) => {
  const accountId = randomUUID();
  const record = expired(accountId, randomUUID());
  const message = ChargeEvent.deserialize(record.value);
  await webhooks.publish([
    { ...record, value: ChargeEvent.serialize({ ...message, ...unsupported }) },
  ]);

  await eventually(async () =>
    expect(await listParked(webhooks.db, 10)).toContainEqual(
      expect.objectContaining({
        key: record.key,
        reason: 'undecodable',
        detail: expect.stringContaining(problem),
      }),
    ),
  );
  expect((await webhooks.rpc.listEvents({ accountId })).events).toEqual([]);
});
