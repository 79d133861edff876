import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { credited } from './event-records.ts';
import { queued } from './queued.ts';
import { startReceiver } from './receiver.ts';
import { type UnderTest, webhooksUnderTest } from './webhooks-under-test.ts';

const QUICK = { WEBHOOK_TIMEOUT_MS: '5000', WEBHOOK_LEASE_MARGIN_MS: '100' };
const ACCOUNTS = 10;
const DELIVERIES = 2_000;
const BATCH = 500;
const KILLS = 5;
/** Deliveries that a sender gets through before it is killed. */
const PROGRESS_MAX = 300;

test('senders killed at random points of 2,000 deliveries lose none, and repeat none under another id', async () => {
  await using webhooks = await webhooksUnderTest(QUICK);
  await using receiver = await startReceiver();
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID());
  for (const accountId of accounts) await webhooks.endpoint(accountId, receiver.url);
  const records = Array.from({ length: DELIVERIES }, (_, number) =>
    credited(accounts[number % ACCOUNTS] ?? ''),
  );
  const eventIds = new Set(records.map(({ headers }) => headers['event-id']));
  await planned(webhooks, records);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const doomed = webhooks.startProcess();
    const exited = once(doomed, 'exit');
    const enough = receiver.log.length + randomInt(1, PROGRESS_MAX);
    await eventually(() => receiver.log.length >= enough, { timeoutMs: 60_000 });
    doomed.kill('SIGKILL');
    await exited;
  }
  await using _last = await webhooks.startAnother();

  await eventually(
    async () => {
      // Retries of attempts that timed out on a busy machine are made due at once.
      await webhooks.db.query(queued('update delivery set due_at = now() where due_at > now()'));
      const { rows } = await webhooks.db.query(
        'select status, count(*)::int as count from delivery group by status',
      );
      expect(rows).toEqual([{ status: 'DELIVERED', count: DELIVERIES }]);
    },
    { timeoutMs: 60_000 },
  );
  const arrived = receiver.log.map(({ headers }) => String(headers['webhook-id']));
  expect(new Set(arrived)).toEqual(eventIds);
  const bodies = new Map<string, string>();
  for (const { headers, body } of receiver.log) {
    const id = String(headers['webhook-id']);
    expect(bodies.get(id) ?? body).toBe(body);
    bodies.set(id, body);
  }
});

/** Plans every delivery and stops the service before any is sent, so that only senders are killed. */
async function planned(webhooks: UnderTest, records: readonly EventRecord[]): Promise<void> {
  await webhooks.db.query(`update endpoint set status = 'DISABLED', disabled_at = now()`);
  for (let from = 0; from < records.length; from += BATCH) {
    await webhooks.publish(records.slice(from, from + BATCH));
  }
  await eventually(async () => {
    const { rows } = await webhooks.db.query(`select from delivery where status = 'HELD'`);
    expect(rows).toHaveLength(records.length);
  });
  await webhooks.service[Symbol.asyncDispose]();
  await webhooks.db.query(`update endpoint set status = 'ENABLED', disabled_at = null`);
  await webhooks.db.query(queued(`update delivery set status = 'PENDING'`));
}
