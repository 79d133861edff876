import { randomUUID } from 'node:crypto';
import { eventually, Stalled, unlessStalled } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { freePort } from '@entrada/platform/testing/free-port';
import { Webhook } from 'standardwebhooks';
import { credited } from './event-records.ts';
import { queued } from './queued.ts';
import { answer, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const TIMEOUT_MS = 400;
/** The second attempt comes after five seconds. */
const STALL_MAX_MS = 4_000;

/** For receivers whose timeout is waited for. */
const webhooks = forTests(() => webhooksUnderTest());
const brief = forTests(() => webhooksUnderTest({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) }));

test.each([
  ['answers 500', answer(500), 'rejected', 500, 'answered 500'],
  [
    'redirects',
    answer(307, { location: 'http://127.0.0.1:1/elsewhere' }),
    'redirected',
    307,
    'answered 307; we do not follow redirects',
  ],
  ['hangs', () => {}, 'timeout', null, 'no response within 0.4 s'],
  [
    'resets',
    (response) => response.socket?.resetAndDestroy(),
    'reset',
    null,
    'the connection was closed before the response was complete',
  ],
] as [string, Parameters<typeof startReceiver>[0], string, number | null, string][])(
  'a receiver that %s is attempted again, with the cause kept',
  async (_what, respond, outcome, statusCode, cause) => {
    const sender = outcome === 'timeout' ? brief : webhooks;
    await unlessStalled(async () => {
      const begun = performance.now();
      await using receiver = await startReceiver(respond);
      const eventId = await sendTo(receiver.url, sender);

      const [attempt] = await attemptsOf(eventId, 1, sender);
      const delivery = await deliveryOf(eventId, sender);
      const sent = receiver.log.length;
      const tookMs = performance.now() - begun;
      // Until the second attempt.
      if (tookMs > STALL_MAX_MS) throw new Stalled();

      expect(attempt).toMatchObject({ number: 1, outcome, status_code: statusCode, cause });
      expect(sent).toBe(1);
      expect(delivery).toMatchObject({ status: 'PENDING', attempts: 1 });
      expect(delivery.wait_seconds + tookMs / 1_000).toBeGreaterThan(3);
      expect(delivery.wait_seconds).toBeLessThanOrEqual(6);
    });
  },
);

test('a receiver that is not there is attempted again, with the cause kept', async () => {
  const eventId = await sendTo(`http://127.0.0.1:${await freePort()}/hook`);
  const [attempt] = await attemptsOf(eventId, 1);
  expect(attempt).toMatchObject({ outcome: 'refused', cause: 'the connection was refused' });
});

test('a host that does not exist is attempted again, with the cause kept', async () => {
  const eventId = await sendTo('http://nowhere.invalid/hook');
  const [attempt] = await attemptsOf(eventId, 1);
  expect(attempt).toMatchObject({ outcome: expect.stringMatching(/^(unresolved|timeout)$/) });
});

test('every attempt carries the same id and bytes and a fresh, valid signature', async () => {
  await using receiver = await startReceiver((response, attemptNumber) =>
    answer(attemptNumber < 4 ? 500 : 200)(response, attemptNumber),
  );
  const accountId = randomUUID();
  const { secret } = await webhooks.endpoint(accountId, receiver.url);
  const eventId = randomUUID();
  await webhooks.publish([credited(accountId, eventId)]);

  for (let attempts = 1; attempts < 4; attempts += 1) {
    await attemptsOf(eventId, attempts);
    await makeDueNow(eventId);
  }

  await attemptsOf(eventId, 4);
  expect(await deliveryOf(eventId)).toMatchObject({ status: 'DELIVERED', attempts: 4 });
  expect(receiver.log).toHaveLength(4);
  for (const { headers, body } of receiver.log) {
    expect(headers['webhook-id']).toBe(eventId);
    expect(body).toBe(receiver.log[0]?.body);
    const verify = () => new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verify).not.toThrow();
  }
});

test('after the tenth failure a delivery is EXHAUSTED and counted', async () => {
  await using receiver = await startReceiver(answer(500));
  const eventId = await sendTo(receiver.url);

  for (let attempts = 1; attempts < 10; attempts += 1) {
    await attemptsOf(eventId, attempts);
    await makeDueNow(eventId);
  }

  await attemptsOf(eventId, 10);
  expect(await deliveryOf(eventId)).toMatchObject({ status: 'EXHAUSTED', attempts: 10 });
  expect(receiver.log).toHaveLength(10);
  const metrics = await webhooks.service.runtime.metrics.metrics();
  expect(metrics).toMatch(/webhooks_exhausted_total 1/);
});

test('a receiver that asks for time with 503 is given it', async () => {
  await using receiver = await startReceiver(answer(503, { 'retry-after': '120' }));
  const eventId = await sendTo(receiver.url);
  await attemptsOf(eventId, 1);
  expect((await deliveryOf(eventId)).wait_seconds).toBeGreaterThan(60);
});

test('a receiver that is gone is disabled, and what it has not got is kept for it', async () => {
  await using receiver = await startReceiver(answer(410));
  const { accountId, endpointId: id } = await webhooks.endpointAt(receiver.url);
  const gone = randomUUID();
  await webhooks.publish([credited(accountId, gone)]);
  await attemptsOf(gone, 1);

  const later = randomUUID();
  await webhooks.publish([credited(accountId, later)]);

  await eventually(async () => expect(await deliveryOf(later)).toMatchObject({ status: 'HELD' }));
  expect(await deliveryOf(gone)).toMatchObject({ status: 'HELD', attempts: 1 });
  const { rows } = await webhooks.db.query('select status from endpoint where id = $1', [id]);
  expect(rows).toEqual([{ status: 'DISABLED' }]);
  expect(receiver.log).toHaveLength(1);
});

test('a 410 from the URL that an endpoint had before does not disable it, and its new one gets the event', async () => {
  const { promise: moved, resolve: move } = Promise.withResolvers<void>();
  await using old = await startReceiver((response, attemptNumber) => {
    void moved.then(() => answer(410)(response, attemptNumber));
  });
  await using current = await startReceiver();
  const { accountId, endpointId } = await webhooks.endpointAt(old.url);
  const eventId = randomUUID();
  await webhooks.publish([credited(accountId, eventId)]);
  await eventually(() => old.log.length === 1);

  const ids = { accountId, endpointId };
  await webhooks.rpc.updateEndpoint({ ...ids, url: current.url, skipTest: true });
  move();

  const [attempt] = await attemptsOf(eventId, 1);
  expect(attempt).toMatchObject({ outcome: 'gone' });
  const { endpoint } = await webhooks.rpc.getEndpoint(ids);
  expect(endpoint).toMatchObject({ status: 'ENABLED', url: current.url });
  // What was held is made due by the housekeeping, which runs at the start of a replica.
  await using _replica = await webhooks.startAnother();
  await eventually(() => current.log.length === 1);
});

test('an endpoint that gets another URL starts without the failures of the old one', async () => {
  await using failing = await startReceiver(answer(500));
  await using well = await startReceiver();
  const { accountId, endpointId } = await webhooks.endpointAt(failing.url);
  await webhooks.publish([credited(accountId)]);
  const failingSince = async () => {
    const text = 'select failing_since as since from endpoint_health where endpoint_id = $1';
    return (await webhooks.db.query<{ since: Date | null }>(text, [endpointId])).rows[0]?.since;
  };
  await eventually(async () => expect(await failingSince()).toBeInstanceOf(Date));

  const ids = { accountId, endpointId, skipTest: true };
  await webhooks.rpc.updateEndpoint({ ...ids, name: 'renamed' });
  expect(await failingSince()).toBeInstanceOf(Date);
  await webhooks.rpc.updateEndpoint({ ...ids, url: well.url });

  expect(await failingSince()).toBeNull();
});

async function sendTo(url: string, sender = webhooks): Promise<string> {
  const accountId = randomUUID();
  await sender.endpoint(accountId, url);
  const eventId = randomUUID();
  await sender.publish([credited(accountId, eventId)]);
  return eventId;
}

type AttemptRow = { number: number; outcome: string; status_code: number | null; cause: string };

/** The attempts once there are as many, and recorded; on a machine that stalls there may be more. */
function attemptsOf(eventId: string, count: number, sender = webhooks): Promise<AttemptRow[]> {
  return eventually(async () => {
    const { rows } = await sender.db.query<AttemptRow>(
      `select attempt.* from delivery_attempt attempt
         join delivery on delivery.id = delivery_id
        where event_id = $1 order by number`,
      [eventId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
    return rows;
  });
}

async function deliveryOf(eventId: string, sender = webhooks) {
  const { rows } = await sender.db.query(
    `select status, attempts, extract(epoch from due_at - now())::float8 as wait_seconds
       from delivery where event_id = $1`,
    [eventId],
  );
  return rows[0];
}

async function makeDueNow(eventId: string): Promise<void> {
  await webhooks.db.query(queued('update delivery set due_at = now() where event_id = $1'), [
    eventId,
  ]);
}
