import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eventually } from '@entrada/platform/testing/eventually';
import { credited } from './event-records.ts';
import { queued } from './queued.ts';
import { type ReceivedDelivery, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const QUICK = { WEBHOOK_TIMEOUT_MS: '5000', WEBHOOK_LEASE_MARGIN_MS: '200' };
/** A delivery that waited for a receiver that hangs would wait for as long. */
const HANG_MS = 60_000;

const idsOf = (log: readonly ReceivedDelivery[]) => log.map(({ headers }) => headers['webhook-id']);

test('a sender killed between sending and recording loses nothing: the same id is sent again', async () => {
  await using webhooks = await webhooksUnderTest(QUICK);
  let kill = () => {};
  await using receiver = await startReceiver((response, attemptNumber) => {
    if (attemptNumber === 1) kill();
    else response.writeHead(204).end();
  });
  const { accountId } = await webhooks.endpointAt(receiver.url);
  await webhooks.service[Symbol.asyncDispose]();
  const doomed = webhooks.startProcess();
  kill = () => doomed.kill('SIGKILL');
  const eventIds = [randomUUID(), randomUUID(), randomUUID()];
  await webhooks.publish(eventIds.map((eventId) => credited(accountId, eventId)));
  const [, signal] = await once(doomed, 'exit');
  expect(signal).toBe('SIGKILL');
  const { rows: leased } = await webhooks.db.query(
    'select from delivery where lease_until is not null',
  );
  expect(leased).not.toHaveLength(0);

  await using _next = await webhooks.startAnother();

  await eventually(async () => {
    const { rows } = await webhooks.db.query('select status, attempts from delivery');
    expect(rows).toEqual(Array(3).fill({ status: 'DELIVERED', attempts: 1 }));
  });
  expect(new Set(idsOf(receiver.log))).toEqual(new Set(eventIds));
  expect(receiver.log.length).toBeGreaterThan(3);
});

test('first attempts do not wait for retries that hang', async () => {
  await using webhooks = await webhooksUnderTest({ WEBHOOK_TIMEOUT_MS: String(HANG_MS) });
  await using receiver = await startReceiver((response, attemptNumber) => {
    if (attemptNumber <= 30) response.writeHead(500).end();
  });
  const { accountId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish(Array.from({ length: 30 }, () => credited(accountId)));
  await eventually(async () => {
    const { rowCount } = await webhooks.db.query('select from delivery where attempts = 1');
    expect(rowCount).toBe(30);
  });
  await webhooks.db.query(queued('update delivery set due_at = now()'));
  await eventually(() => receiver.log.length > 30);

  const eventId = randomUUID();
  const publishedAt = Date.now();
  await webhooks.publish([credited(accountId, eventId)]);

  await eventually(() => idsOf(receiver.log).includes(eventId));
  expect(Date.now() - publishedAt).toBeLessThan(HANG_MS / 2);
});

test('two processes share the queue and send nothing twice', async () => {
  await using webhooks = await webhooksUnderTest();
  await using _second = await webhooks.startAnother();
  await using receiver = await startReceiver();
  const { accountId } = await webhooks.endpointAt(receiver.url);

  for (let batch = 0; batch < 10; batch += 1) {
    await webhooks.publish(Array.from({ length: 50 }, () => credited(accountId)));
  }

  await eventually(async () => {
    const { rowCount } = await webhooks.db.query(`select from delivery where status = 'DELIVERED'`);
    expect(rowCount).toBe(500);
  });
  expect(new Set(idsOf(receiver.log)).size).toBe(500);
  expect(receiver.log).toHaveLength(500);
});

test('a process that is stopped finishes what is under way and records it', async () => {
  await using webhooks = await webhooksUnderTest();
  const answers: (() => void)[] = [];
  await using receiver = await startReceiver((response) => {
    answers.push(() => response.writeHead(204).end());
  });
  const { accountId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish([credited(accountId)]);
  await eventually(() => answers.length === 1);

  const stopped = webhooks.service[Symbol.asyncDispose]();
  answers[0]?.();
  await stopped;

  const { rows } = await webhooks.db.query('select status, lease_until from delivery');
  expect(rows).toEqual([{ status: 'DELIVERED', lease_until: null }]);
});

test('a process that is stopped gives up on a receiver that hangs, and leaves it to another at once', async () => {
  await using webhooks = await webhooksUnderTest();
  await using receiver = await startReceiver((response, attemptNumber) => {
    if (attemptNumber > 1) response.writeHead(204).end();
  });
  const { accountId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish([credited(accountId)]);
  await eventually(() => receiver.log.length === 1);

  await webhooks.service[Symbol.asyncDispose]();
  const { rows } = await webhooks.db.query('select status, attempts, lease_until from delivery');
  expect(rows).toEqual([{ status: 'PENDING', attempts: 0, lease_until: null }]);

  await using _next = await webhooks.startAnother();
  await eventually(() => receiver.log.length === 2);
  expect(new Set(idsOf(receiver.log)).size).toBe(1);
});
