import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { credited } from './facts.ts';
import { type UnderTest, webhooksUnderTest } from './webhooks-under-test.ts';

let webhooks: UnderTest;
beforeAll(async () => {
  webhooks = await webhooksUnderTest();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

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
  const { rows } = await webhooks.db.query(
    'select account_id, max(position)::int as last, count(*)::int as count from webhook_event group by 1',
  );
  expect(rows.map(({ last, count }) => [last, count])).toEqual(Array(3).fill([100, 100]));
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

test("a cursor that is not ours, or goes beyond the account's feed, is refused", async () => {
  const accountId = randomUUID();
  const beyond = Buffer.from('events:99').toString('base64url');
  const wrong = { code: 'INVALID_ARGUMENT', reason: 'invalid_cursor' };
  await expect(webhooks.rpc.listEvents({ accountId, after: 'x' })).rejects.toMatchObject(wrong);
  await expect(webhooks.rpc.ackEvents({ accountId, cursor: '' })).rejects.toMatchObject(wrong);
  await expect(webhooks.rpc.ackEvents({ accountId, cursor: beyond })).rejects.toMatchObject(wrong);
  expect((await webhooks.rpc.listEvents({ accountId })).events).toEqual([]);
});
