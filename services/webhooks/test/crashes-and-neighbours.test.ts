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

const HANGING = 20;
const PER_HANGING = 100;
const PACE_MS = 20;
const COUNT = 100;
/** A receiver rests after so many attempts that it did not answer. */
const RESTS_AFTER = 5;
/** One is made after each rest, and each rest is twice as long as the last: five take about half a minute. */
const FIRST_ATTEMPTS_MAX = 5;
/** More than the one attempt that the lane gets after a rest if it happens to be first. */
const RETRIES_MIN = 3;
const GIVE_UP_AFTER_MS = 60_000;

test('one good receiver beside twenty that hang is sent every event before the first of these times out', async () => {
  await using webhooks = await webhooksUnderTest({ WEBHOOK_TIMEOUT_MS: '60000' });
  await using hanging = await startReceiver(() => {});
  await using good = await startReceiver();
  const dead = Array.from({ length: HANGING }, () => randomUUID());
  for (const accountId of dead) await webhooks.endpoint(accountId, hanging.url);
  const { accountId } = await webhooks.endpointAt(good.url);
  for (const unlucky of dead) {
    await webhooks.publish(Array.from({ length: PER_HANGING }, () => credited(unlucky)));
  }
  await eventually(async () => {
    const { rows } = await webhooks.db.query('select count(*)::int as count from delivery');
    expect(rows[0].count).toBe(HANGING * PER_HANGING);
  });
  await eventually(() => hanging.log.length >= HANGING);

  for (let number = 0; number < COUNT; number += 1) {
    await webhooks.publish([credited(accountId)]);
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  await eventually(() => good.log.length === COUNT, { timeoutMs: 60_000 });

  const { rows } = await webhooks.db.query(
    `select from delivery where attempts > 0 and status <> 'DELIVERED'`,
  );
  expect(rows).toEqual([]);
});

test('a receiver that is dead is left alone but for a probe, and all goes out once it is back', async () => {
  await using webhooks = await webhooksUnderTest();
  let isDead = true;
  await using receiver = await startReceiver((response) => {
    if (isDead) response.socket?.destroy();
    else response.writeHead(204).end();
  });
  const { accountId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish(Array.from({ length: 200 }, () => credited(accountId)));
  await eventually(async () => {
    const { rows } = await webhooks.db.query('select from delivery where attempts > 0');
    expect(rows.length).toBeGreaterThan(5);
  });
  expect(receiver.log.length).toBeLessThan(50);

  isDead = false;

  await eventually(
    async () => {
      await webhooks.db.query(
        queued('update delivery set due_at = now() where attempts > 0 and due_at > now()'),
      );
      const { rows } = await webhooks.db.query(`select from delivery where status = 'DELIVERED'`);
      expect(rows).toHaveLength(200);
    },
    { timeoutMs: 60_000 },
  );
});

test('retries have attempts of their own at a receiver that is dead, however many new events it is sent', async () => {
  await using webhooks = await webhooksUnderTest();
  await using receiver = await startReceiver((response) => response.socket?.destroy());
  const { accountId } = await webhooks.endpointAt(receiver.url);
  const countOf = async (condition: string) =>
    (await webhooks.db.query(`select from delivery where ${condition}`)).rowCount ?? 0;
  await webhooks.publish(Array.from({ length: RESTS_AFTER }, () => credited(accountId)));
  await eventually(async () => (await countOf('attempts > 0')) === RESTS_AFTER);
  await webhooks.db.query(queued('update delivery set due_at = now()'));

  let firstAttempts = 0;
  let retries = 0;
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  while (retries < RETRIES_MIN && firstAttempts < FIRST_ATTEMPTS_MAX && Date.now() < giveUpAt) {
    await webhooks.publish([credited(accountId)]);
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    retries = await countOf('attempts > 1');
    firstAttempts = (await countOf('attempts > 0')) - RESTS_AFTER;
  }

  expect(retries).toBeGreaterThanOrEqual(RETRIES_MIN);
});
