import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';

const TABLES = ['endpoint', 'webhook_event', 'feed', 'notified_hour'];

async function webhooksOfTwo() {
  await using starting = new AsyncDisposableStack();
  const events = starting.use(await freshEventLog());
  const webhooks = starting.use(await runWebhooks(events));
  const { db, rpc, service } = webhooks;
  const app = openPool(webhooks.appUrl, { max: 1, log: service.runtime.log });
  starting.defer(() => app.end());
  const [mine, theirs] = [randomUUID(), randomUUID()];
  for (const accountId of [mine, theirs]) {
    const endpoint = { accountId, name: 'shop', url: 'http://localhost:9/', skipTest: true };
    await rpc.createEndpoint(endpoint);
    await db.query(`insert into feed (account_id, last_position) values ($1, 1)`, [accountId]);
    await db.query(`insert into notified_hour values ($1, '2026-01-01T03:00:00Z', 1)`, [accountId]);
    await db.query(
      `insert into webhook_event (id, account_id, event, body, occurred_at, position)
       values (gen_random_uuid(), $1, 'DEPOSIT_ASSET_SUCCESS', '{}', now(), 1)`,
      [accountId],
    );
  }
  const resources = starting.move();
  return { rpc, db, app, mine, theirs, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('whatever a query forgets to ask for, it finds only what is the account’s', async () => {
  await using webhooks = await webhooksOfTwo();
  const { app, mine, theirs } = webhooks;
  for (const table of TABLES) {
    const owners = `select account_id from ${table} order by account_id`;
    const seenAs = async (accountId: string) =>
      (await transactAs(app, accountId, (tx) => tx.query(owners))).rows.map(
        (row) => row.account_id,
      );
    expect(await seenAs(mine)).toEqual([mine]);
    expect(await seenAs(EVERY_ACCOUNT)).toEqual([mine, theirs].toSorted());
    const steal = `update ${table} set account_id = account_id where account_id = '${theirs}'`;
    expect((await transactAs(app, mine, (tx) => tx.query(steal))).rowCount).toBe(0);
  }
});

test('what an account asks for is read under row-level security', async () => {
  await using webhooks = await webhooksOfTwo();
  const { rpc, db, mine } = webhooks;
  // From now on a row is seen by nobody who does not say whose it is.
  for (const table of TABLES) {
    await db.query(`
      create policy only_scoped on ${table} as restrictive
       using (current_setting('app.account_id', true) = account_id::text)`);
  }

  const { endpoints } = await rpc.listEndpoints({ accountId: mine });

  expect(endpoints).toHaveLength(1);
  const endpointId = endpoints[0]?.id ?? '';
  expect((await rpc.getEndpoint({ accountId: mine, endpointId })).endpoint?.id).toBe(endpointId);
  const { events, nextCursor } = await rpc.listEvents({ accountId: mine, limit: 10 });
  expect(events).toHaveLength(1);
  await rpc.ackEvents({ accountId: mine, cursor: nextCursor });
});

test('the role of the service deletes no event that may be replayed, and nothing of its deliveries', async () => {
  await using webhooks = await webhooksOfTwo();
  const { app, db } = webhooks;
  await db.query(`
    insert into delivery (event_id, endpoint_id, event, status)
    select webhook_event.id, endpoint.id, event, 'DELIVERED' from webhook_event join endpoint using (account_id)`);
  await db.query(`
    insert into delivery_attempt (delivery_id, number, at, duration_ms, outcome)
    select id, 1, now(), 1, 'DELIVERED' from delivery`);
  const deleteAll = async () => {
    const counts = [];
    for (const table of ['delivery_attempt', 'delivery', 'webhook_event'])
      counts.push((await app.query(`delete from ${table}`)).rowCount);
    return counts;
  };

  expect(await deleteAll()).toEqual([0, 0, 0]);
  await db.query(`update webhook_event set created_at = now() - interval '31 days'`);
  expect(await deleteAll()).toEqual([2, 2, 2]);
  await expect(app.query('delete from feed')).rejects.toThrow(/permission denied/);
});
