import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { credited } from './event-records.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

const idsOf = (bodies: readonly string[]) => bodies.map((body) => JSON.parse(body).id as string);

test('a reader who follows the cursor while several writers commit misses nothing and sees no repeat', async () => {
  await using _second = await webhooks.startAnother();
  await using _third = await webhooks.startAnother();
  const accounts = Array.from({ length: 3 }, (): string => randomUUID());
  const published = new Map(accounts.map((accountId) => [accountId, [] as string[]]));
  const seen = new Map(accounts.map((accountId) => [accountId, [] as string[]]));
  let isDone = false;

  async function follow(accountId: string): Promise<void> {
    let after = '';
    while (!isDone || after !== (await read(accountId, after)))
      after = await read(accountId, after, true);
  }
  async function read(accountId: string, after: string, keep = false): Promise<string> {
    const page = await webhooks.rpc.listEvents({ accountId, after, limit: 7 });
    if (keep) seen.get(accountId)?.push(...idsOf(page.events));
    return after === '' && page.events.length === 0 ? '' : page.nextCursor;
  }

  const following = accounts.map(follow);
  for (let batch = 0; batch < 20; batch += 1) {
    const records = accounts.flatMap((accountId) =>
      Array.from({ length: 5 }, () => {
        const eventId = randomUUID();
        published.get(accountId)?.push(eventId);
        // Other keys than the account's: so the same feed is written from several partitions.
        return { ...credited(accountId, eventId), key: randomUUID() };
      }),
    );
    await webhooks.publish(records);
  }
  await eventually(async () => {
    const { rows } = await webhooks.db.query('select count(*)::int as count from webhook_event');
    expect(rows[0].count).toBe(300);
  });
  isDone = true;
  await Promise.all(following);

  for (const accountId of accounts) {
    expect(seen.get(accountId)?.toSorted()).toEqual(published.get(accountId)?.toSorted());
  }
});

test('the feed goes on after what was acknowledged, and its cursor stays put when nothing is new', async () => {
  const accountId = randomUUID();
  const eventIds = Array.from({ length: 5 }, () => randomUUID());
  for (const eventId of eventIds) await webhooks.publish([credited(accountId, eventId)]);
  const all = await eventually(async () => {
    const page = await webhooks.rpc.listEvents({ accountId });
    expect(idsOf(page.events)).toEqual(eventIds);
    return page;
  });
  const first = await webhooks.rpc.listEvents({ accountId, limit: 2 });

  await webhooks.rpc.ackEvents({ accountId, cursor: first.nextCursor });

  const rest = await webhooks.rpc.listEvents({ accountId });
  expect(idsOf(rest.events)).toEqual(eventIds.slice(2));
  await webhooks.rpc.ackEvents({ accountId, cursor: all.nextCursor });
  await webhooks.rpc.ackEvents({ accountId, cursor: first.nextCursor });
  const none = await webhooks.rpc.listEvents({ accountId });
  expect(none).toEqual({ events: [], nextCursor: all.nextCursor });
  const again = await webhooks.rpc.listEvents({ accountId, after: first.nextCursor });
  expect(idsOf(again.events)).toEqual(eventIds.slice(2));
});

test('a cursor from before a restore to an earlier point skips nothing and is no error', async () => {
  const accountId = randomUUID();
  const [kept, lost, later] = [randomUUID(), randomUUID(), randomUUID()];
  await webhooks.publish([credited(accountId, kept)]);
  await feedHas(accountId, [kept]);
  const snapshot = await takeSnapshot();
  await webhooks.publish([credited(accountId, lost)]);
  const { nextCursor } = await feedHas(accountId, [kept, lost]);

  await restore(snapshot);
  // What the log still has comes again, as after a restore, and new payments come in.
  await webhooks.publish([credited(accountId, lost), credited(accountId, later)]);

  await feedHas(accountId, [kept, lost, later]);
  const after = await webhooks.rpc.listEvents({ accountId, after: nextCursor });
  expect(idsOf(after.events)).toEqual([lost, later]);
  await webhooks.rpc.ackEvents({ accountId, cursor: nextCursor });
  expect(idsOf((await webhooks.rpc.listEvents({ accountId })).events)).toEqual([lost, later]);
});

test('a restore that loses an account altogether leaves its cursor valid', async () => {
  const accountId = randomUUID();
  const [lost, later] = [randomUUID(), randomUUID()];
  const snapshot = await takeSnapshot();
  await webhooks.publish([credited(accountId, lost)]);
  const { nextCursor } = await feedHas(accountId, [lost]);

  await restore(snapshot);

  await webhooks.rpc.ackEvents({ accountId, cursor: nextCursor });
  expect((await webhooks.rpc.listEvents({ accountId, after: nextCursor })).events).toEqual([]);
  await webhooks.publish([credited(accountId, lost), credited(accountId, later)]);
  await feedHas(accountId, [lost, later]);
});

async function feedHas(accountId: string, ids: readonly string[]) {
  return eventually(async () => {
    const page = await webhooks.rpc.listEvents({ accountId });
    expect(idsOf(page.events)).toEqual(ids);
    return page;
  });
}

const TABLES = ['feed', 'webhook_event', 'inbox'];

async function takeSnapshot(): Promise<string> {
  const name = `snapshot_${randomUUID().replaceAll('-', '')}`;
  const copies = TABLES.map((table) => `create table ${name}.${table} as table ${table}`);
  await webhooks.db.query(`create schema ${name}; ${copies.join('; ')}`);
  return name;
}

async function restore(snapshot: string): Promise<void> {
  const copies = TABLES.map(
    (table) => `delete from ${table}; insert into ${table} select * from ${snapshot}.${table}`,
  );
  await webhooks.db.query(copies.join('; '));
}
