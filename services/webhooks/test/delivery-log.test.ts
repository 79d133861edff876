import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { credited, expired, newChargeId, TRACE_ID } from './event-records.ts';
import { queued } from './queued.ts';
import { answer, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

test('a failed attempt is shown with its cause, timings, headers without secrets, and the attempts to come', async () => {
  await using receiver = await startReceiver((response) =>
    response.writeHead(500).end(`sorry \u0000${'é'.repeat(2_000)}`),
  );
  const ids = await webhooks.endpointAt(receiver.url);
  await webhooks.rpc.updateEndpoint({ ...ids, authorization: 'Bearer t0p-secret' });
  let eventId = '';
  const { accountId } = ids;
  // Another event where the machine stalled until the second attempt.
  const delivery = await eventually(async () => {
    eventId = randomUUID();
    await webhooks.publish([credited(accountId, eventId)]);
    const deliveryId = await eventually(async () => {
      const [listed] = (await webhooks.rpc.listDeliveries(ids)).deliveries;
      expect(listed?.eventId).toBe(eventId);
      expect(listed?.attempts).not.toHaveLength(0);
      return listed?.id ?? '';
    });
    const shown = (await webhooks.rpc.getDelivery({ accountId, deliveryId })).delivery;
    expect(shown?.attempts).toHaveLength(1);
    return shown;
  });

  expect(delivery).toMatchObject({
    eventId,
    event: 'DEPOSIT_ASSET_SUCCESS',
    status: 'PENDING',
    endpointId: ids.endpointId,
    attempts: [{ statusCode: 500, cause: 'answered 500' }],
  });
  const [attempt] = delivery?.attempts ?? [];
  expect(attempt?.responseBody).toMatch(/^sorry \ufffdé+/);
  expect(Buffer.byteLength(attempt?.responseBody ?? '')).toBeLessThan(1_030);
  expect(attempt?.timings?.tcpMs).toBeGreaterThan(0);
  expect(attempt?.timings?.tlsMs).toBe(-1);
  expect(attempt?.timings?.firstByteMs).toBeGreaterThan(0);
  expect(attempt?.timings?.totalMs).toBeGreaterThan(attempt?.timings?.firstByteMs ?? 0);
  expect(attempt?.requestHeaders).toEqual(
    expect.arrayContaining([`webhook-id: ${eventId}`, 'webhook-signature: v1,********']),
  );
  expect(JSON.stringify(delivery)).not.toContain('t0p-secret');
  const planned = (delivery?.nextAttemptsAt ?? []).map((at) => Date.parse(at) - Date.now());
  expect(planned).toHaveLength(9);
  expect(planned[0]).toBeLessThan(6_000);
  expect(planned[8]).toBeGreaterThan(75 * 3_600_000);
});

test('the log is paged without repeats or gaps while new deliveries come in', async () => {
  await using receiver = await startReceiver();
  const ids = await webhooks.endpointAt(receiver.url);
  await webhooks.publish(Array.from({ length: 25 }, () => credited(ids.accountId)));
  const all = await webhooks.deliveriesWhen(ids, 25);

  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await webhooks.rpc.listDeliveries({ ...ids, limit: 10, cursor });
    seen.push(...page.deliveries.map(({ id }) => id));
    cursor = page.nextCursor;
    if (seen.length === 10) {
      await webhooks.publish([credited(ids.accountId)]);
      await webhooks.deliveriesWhen(ids, 26);
    }
  } while (cursor !== '');

  expect(seen).toEqual(all.map(({ id }) => id));
  expect((await webhooks.rpc.listDeliveries({ ...ids, status: 'EXHAUSTED' })).deliveries).toEqual(
    [],
  );
  const later = { from: new Date(Date.now() + 60_000).toISOString() };
  expect((await webhooks.rpc.listDeliveries({ ...ids, ...later })).deliveries).toEqual([]);
});

test.each([
  [{ cursor: 'malformed' }, 'invalid_cursor'],
  [{ cursor: Buffer.from('events:7').toString('base64url') }, 'invalid_cursor'],
  [{ limit: 201 }, 'invalid_request'],
  [{ limit: -1 }, 'invalid_request'],
  [{ from: 'yesterday' }, 'invalid_time'],
  [{ status: 'LOST' }, 'invalid_request'],
  [{ event: 'MONEY' }, 'invalid_request'],
  [{ eventId: 'malformed' }, 'invalid_request'],
])('a list asked for with %j is refused', async (wrong, reason) => {
  await using receiver = await startReceiver();
  const ids = await webhooks.endpointAt(receiver.url);
  await expect(webhooks.rpc.listDeliveries({ ...ids, ...wrong })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    reason,
  });
});

test('a delivery is made again on request, under the same id', async () => {
  await using receiver = await startReceiver();
  const ids = await webhooks.endpointAt(receiver.url);
  const eventId = randomUUID();
  await webhooks.publish([credited(ids.accountId, eventId)]);
  const [delivery] = await webhooks.deliveriesWhen(ids, 1);
  const deliveryId = delivery?.id ?? '';

  await webhooks.rpc.redeliver({ accountId: ids.accountId, deliveryId });

  await eventually(() => receiver.log.length === 2);
  expect(receiver.log.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
  const strange = { accountId: randomUUID(), deliveryId };
  await expect(webhooks.rpc.redeliver(strange)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(webhooks.rpc.getDelivery(strange)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a window is replayed, each delivery once, and nothing outside it', async () => {
  await using receiver = await startReceiver();
  const ids = await webhooks.endpointAt(receiver.url);
  await webhooks.publish(Array.from({ length: 5 }, () => credited(ids.accountId)));
  await webhooks.deliveriesWhen(ids, 5);
  const from = new Date().toISOString();
  await webhooks.publish(Array.from({ length: 7 }, () => credited(ids.accountId)));
  await webhooks.deliveriesWhen(ids, 12);
  await webhooks.rpc.sendTest(ids);

  const to = new Date(Date.now() + 60_000).toISOString();
  const { count } = await webhooks.rpc.replayWindow({ ...ids, from, to });

  expect(count).toBe(7);
  await eventually(() => receiver.log.length === 20);
  await webhooks.deliveriesWhen(ids, 13);
  expect(receiver.log).toHaveLength(20);
  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await expect(webhooks.rpc.replayWindow({ ...ids, from: longAgo, to })).rejects.toMatchObject({
    reason: 'invalid_window',
  });
  await expect(webhooks.rpc.replayWindow({ ...ids, from: to, to: from })).rejects.toMatchObject({
    reason: 'invalid_window',
  });
});

test("a charge's timeline shows the event and every attempt, redeliveries too, with the trace, to its account alone", async () => {
  await using receiver = await startReceiver((response, attemptNumber) =>
    answer(attemptNumber === 1 ? 500 : 200)(response, attemptNumber),
  );
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  const chargeId = newChargeId();
  await webhooks.publish([credited(accountId, randomUUID(), chargeId)]);
  await eventually(async () => {
    const { rowCount } = await webhooks.db.query(
      queued('update delivery set due_at = now() where endpoint_id = $1 and attempts >= 1'),
      [endpointId],
    );
    expect(rowCount).toBe(1);
  });

  const entriesWhen = (count: number) =>
    eventually(async () => {
      const timeline = await webhooks.rpc.getDeliveryTimeline({ accountId, chargeId });
      expect(timeline.entries).toHaveLength(count);
      return timeline.entries;
    });
  const [, , second] = await entriesWhen(3);
  const { deliveryId } = JSON.parse(second?.detail ?? '');
  await webhooks.rpc.redeliver({ accountId, deliveryId });
  const entries = await entriesWhen(4);

  expect(entries.map(({ kind }) => kind)).toEqual([
    'webhook_created',
    ...Array(3).fill('webhook_attempt'),
  ]);
  const numbers = entries.slice(1).map(({ detail }) => JSON.parse(detail).attempt);
  expect(numbers).toEqual([1, 2, 3]);
  expect(entries.map(({ traceId }) => traceId)).toEqual(Array(4).fill(TRACE_ID));
  expect(JSON.parse(entries[1]?.detail ?? '')).toMatchObject({
    event: 'DEPOSIT_ASSET_SUCCESS',
    webhookName: 'shop',
    attempt: 1,
    statusCode: 500,
    cause: 'answered 500',
    causeCode: 'rejected',
  });
  const other = await webhooks.rpc.getDeliveryTimeline({ accountId: randomUUID(), chargeId });
  expect(other.entries).toEqual([]);
});

test('the auditor sees each event once, oldest first, with its first attempt', async () => {
  await using receiver = await startReceiver();
  const ids = await webhooks.endpointAt(receiver.url);
  const from = new Date().toISOString();
  const chargeIds = Array.from({ length: 5 }, newChargeId);
  for (const id of chargeIds) await webhooks.publish([credited(ids.accountId, randomUUID(), id)]);
  await webhooks.deliveriesWhen(ids, 5);

  const seen = [];
  let cursor = '';
  do {
    const page = await webhooks.rpc.listEventsForAudit({ from, limit: 2, cursor });
    seen.push(...page.events);
    cursor = page.nextCursor;
  } while (cursor !== '');

  expect(seen.map(({ chargeId }) => chargeId).toSorted()).toEqual(chargeIds.toSorted());
  for (const { firstAttemptAt, createdAt, deliveries } of seen) {
    expect(firstAttemptAt >= createdAt).toBe(true);
    expect(deliveries).toBe(1);
  }
});

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
