import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { credited } from './event-records.ts';
import { answer, startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const auth = forTests(() => runAuth());
const webhooks = forTests(() => webhooksUnderTest({ AUTH_ADDRESS: auth.service.address }));

/** Housekeeping begins within ten seconds of the start. */
const HOUSEKEEPING_MAX = { timeoutMs: 60_000 };

test('an endpoint that failed for five days is disabled, its owner notified, and nothing is lost', async () => {
  let isWell = false;
  await using receiver = await startReceiver((response, attemptNumber) =>
    answer(isWell ? 204 : 500)(response, attemptNumber),
  );
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  await webhooks.publish([credited(accountId)]);
  await eventually(async () => {
    const { rowCount } = await webhooks.db.query(
      `update endpoint_health set failing_since = now() - interval '5 days 1 minute'
        where endpoint_id = $1 and failing_since is not null`,
      [endpointId],
    );
    expect(rowCount).toBe(1);
  });

  await using _fresh = await webhooks.startAnother();

  await eventually(async () => {
    const { endpoint } = await webhooks.rpc.getEndpoint({ accountId, endpointId });
    expect(endpoint).toMatchObject({ status: 'FAILING', health: { waiting: 1 } });
    expect(endpoint?.health?.lastFailureCause).toBe('answered 500');
  }, HOUSEKEEPING_MAX);
  const { events } = await webhooks.rpc.listEvents({ accountId });
  expect(JSON.parse(events[1] ?? '')).toMatchObject({
    event: 'ENDPOINT_DISABLED',
    data: { webhookId: endpointId, reason: 'FAILING', cause: 'answered 500' },
  });
  isWell = true;
  await webhooks.rpc.updateEndpoint({ accountId, endpointId, enabled: true });
  await eventually(async () => {
    const { deliveries } = await webhooks.rpc.listDeliveries({ accountId, endpointId });
    expect(deliveries).toMatchObject([{ status: 'DELIVERED' }]);
  });
});

test('what is older than 35 days is removed, but for what is still due', async () => {
  await using receiver = await startReceiver();
  await using failing = await startReceiver(answer(500));
  const accountId = randomUUID();
  const otherId = randomUUID();
  await webhooks.endpoint(accountId, receiver.url);
  await webhooks.endpoint(otherId, failing.url);
  const [old, young, due] = [randomUUID(), randomUUID(), randomUUID()];
  await webhooks.publish([
    credited(accountId, old),
    credited(accountId, young),
    credited(otherId, due),
  ]);
  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      'select from delivery where attempts = 1 and lease_until is null and event_id = any ($1)',
      [[old, young, due]],
    );
    expect(rows).toHaveLength(3);
  });
  await webhooks.db.query(
    `update webhook_event set created_at = now() - interval '36 days' where id = any ($1)`,
    [[old, due]],
  );
  // As if it had been recorded while its delivery was removed.
  await webhooks.db.query(
    `insert into delivery_attempt (delivery_id, number, at, duration_ms, outcome)
     values (0, 1, now(), 1, 'delivered')`,
  );

  await using _fresh = await webhooks.startAnother();

  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      'select id from webhook_event where id = any ($1) order by id',
      [[old, young, due]],
    );
    expect(rows.map(({ id }) => id)).toEqual([young, due].toSorted());
  }, HOUSEKEEPING_MAX);
  await eventually(async () => {
    const orphans = `
      select delivery_id from delivery_attempt
       where not exists (select from delivery where id = delivery_id)`;
    expect((await webhooks.db.query(orphans)).rows).toEqual([]);
  }, HOUSEKEEPING_MAX);
  const attempts = 'select from delivery_attempt join delivery on delivery.id = delivery_id';
  expect((await webhooks.db.query(attempts)).rowCount).toBeGreaterThanOrEqual(2);
  const { events } = await webhooks.rpc.listEvents({ accountId });
  expect(events.map((body) => JSON.parse(body).id)).toEqual([young]);
});

test('a notice that auth refuses is dropped with a line in the log that has no URL', async () => {
  const accountId = await auth.newAccount();
  const path = 'x'.repeat(3_000);
  const { rows } = await webhooks.db.query<{ id: string }>(
    `insert into notice (id, account_id, kind, name, url)
     values (gen_random_uuid(), $1, 'ENDPOINT_CREATED', 'shop', $2) returning id`,
    [accountId, `https://shop.example/${path}`],
  );

  await eventually(async () =>
    expect((await webhooks.db.query('select from notice')).rowCount).toBe(0),
  );

  const about = webhooks.service.runtime.logged.filter((line) => line.includes(rows[0]?.id ?? ''));
  expect(about).toEqual([expect.stringContaining('notice_refused')]);
  expect(about[0]).not.toContain(path);
});
