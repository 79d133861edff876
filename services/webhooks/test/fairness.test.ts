import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { credited } from './event-records.ts';
import { queued } from './queued.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

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
