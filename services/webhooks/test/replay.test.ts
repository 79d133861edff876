import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { costsOf, reportCosts } from '@entrada/platform/testing/statement-costs';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { HOUR_MS } from '@entrada/platform/time/units';
import pg from 'pg';
import { replays } from '../src/store/replay.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const BATCH = 200;
const DELIVERED = 1_500;
/** Of each: deliveries that wait for a retry, that are exhausted, and that were never attempted. */
const OTHERS = 100;
const REPLAYABLE = DELIVERED + 2 * OTHERS;
/** With a batch of this size, a replay takes one batch for each status. */
const WHOLE = 10_000;
const STATUSES = ['PENDING', 'EXHAUSTED', 'DELIVERED'];

/** All of the last hour, but for as many again of the day before. */
const FILL = `
  with added as (
    insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
    values ($1, $1, 'x', 'https://x', '{}', '', now()) on conflict do nothing
  ),
  wanted as (
    select number, uuidv7() as event_id, created_at,
           case when number <= ${DELIVERED} then 'DELIVERED'
                when number <= ${DELIVERED + OTHERS} then 'EXHAUSTED' else 'PENDING' end as status,
           case when number <= ${REPLAYABLE} then 1 else 0 end as attempts
      from generate_series(1, ${REPLAYABLE + OTHERS}) as number
     cross join (values (now()), (now() - interval '1 day')) as place (created_at)
  ),
  event as (
    insert into webhook_event (id, account_id, event, body, occurred_at, position, created_at)
    select event_id, $1, 'DEPOSIT_ASSET_SUCCESS', 'x', now(), row_number() over (), created_at
      from wanted
  )
  insert into delivery (event_id, endpoint_id, event, status, attempts, due_at, created_at)
  select event_id, $1, 'DEPOSIT_ASSET_SUCCESS', status, attempts, now() + interval '1 hour', created_at from wanted`;

/** What the sender does meanwhile. */
const DELIVER = `
  update delivery set status = 'DELIVERED', attempts = 1, finished_at = now()
   where status = 'PENDING' and replayed_at is not null`;

const REPLAYED = `
  select count(*)::int as count,
         count(*) filter (where created_at < now() - interval '1 hour')::int as outside,
         count(*) filter (where status = 'PENDING' and attempts = 0)::int as due
    from delivery where replayed_at is not null`;

const lastHour = () => ({
  from: new Date(Date.now() - HOUR_MS),
  to: new Date(Date.now() + HOUR_MS),
  wanted: 'all' as const,
});

async function filled() {
  await using starting = new AsyncDisposableStack();
  const { url, adminUrl } = starting.use(await freshDatabase('webhooks'));
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  starting.defer(() => admin.end());
  const endpointId = randomUUID();
  await admin.query(FILL, [endpointId]);
  await reportCosts(adminUrl);
  const db = openPool(url, { max: 1, log: testRuntime('webhooks').log });
  starting.defer(() => db.end());
  const resources = starting.move();
  return {
    admin,
    endpointId,
    costs: costsOf(db),
    ...replays(db),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('a replay makes exactly its window due again, in batches of which each costs the same', async () => {
  await using replay = await filled();
  const window = lastHour();
  const { endpointId, admin, costs } = replay;
  expect(await replay.countReplayable(endpointId, window, 10_000)).toBe(REPLAYABLE);
  expect(await replay.startReplay(endpointId, window, REPLAYABLE)).toBe(REPLAYABLE);
  await costs.take();

  const pages: number[] = [];
  while (await replay.continueReplay(BATCH)) {
    pages.push(Math.max(...(await costs.take()).map(({ buffers }) => buffers)));
    await admin.query(DELIVER);
  }

  const { rows } = await admin.query(REPLAYED);
  expect(rows[0]).toEqual({ count: REPLAYABLE, outside: 0, due: 0 });
  expect(pages.length).toBeGreaterThan(REPLAYABLE / BATCH);
  const ofDelivered = pages.slice(-Math.floor(DELIVERED / BATCH) - 1, -1);
  expect(Math.max(...ofDelivered)).toBeLessThan(2 * Math.min(...ofDelivered));
});

test('a replay of what failed makes only that due again, and a dry run counts the same and changes nothing', async () => {
  await using replay = await filled();
  const { endpointId, admin } = replay;
  const failed = { ...lastHour(), wanted: 'failed' as const };
  expect(await replay.countReplayable(endpointId, failed, 10_000)).toBe(OTHERS);
  expect((await admin.query(REPLAYED)).rows[0].count).toBe(0);

  expect(await replay.startReplay(endpointId, failed, OTHERS)).toBe(OTHERS);
  // The same window, with the rest of it, is another replay.
  const all = { ...failed, wanted: 'all' as const };
  expect(await replay.startReplay(endpointId, all, REPLAYABLE)).toBe(REPLAYABLE);
  await admin.query(`delete from replay where wanted = 'all'`);
  while (await replay.continueReplay(BATCH));

  const { rows } = await admin.query(REPLAYED);
  expect(rows[0]).toEqual({ count: OTHERS, outside: 0, due: OTHERS });
  const { rows: kinds } = await admin.query(
    'select distinct again_by from delivery where replayed_at is not null',
  );
  expect(kinds).toEqual([{ again_by: 'replay' }]);
});

test('a batch that fails leaves nothing behind, and the same request goes on with the same replay', async () => {
  await using replay = await filled();
  const window = lastHour();
  const { endpointId, admin } = replay;
  await admin.query(`
    create table made (delivery_id bigint);
    grant all on made to public;
    create function note() returns trigger language plpgsql as $$
    begin insert into made values (new.id); return null; end $$;
    create trigger note_replay after update on delivery
      for each row when (new.replayed_at is distinct from old.replayed_at) execute function note()`);
  await replay.startReplay(endpointId, window, REPLAYABLE);
  for (let batch = 0; batch < 4; batch += 1) await replay.continueReplay(BATCH);
  await admin.query(DELIVER);
  await admin.query('alter table made add constraint full_disk check (false) not valid');
  await expect(replay.continueReplay(BATCH)).rejects.toThrow('full_disk');
  await admin.query('alter table made drop constraint full_disk');

  // The client has no reply and asks again.
  expect(await replay.startReplay(endpointId, window, 1)).toBe(REPLAYABLE);
  while (await replay.continueReplay(BATCH)) await admin.query(DELIVER);

  const { rows } = await admin.query(
    'select count(*)::int as all, count(distinct delivery_id)::int as different from made',
  );
  expect(rows[0]).toEqual({ all: REPLAYABLE, different: REPLAYABLE });
});

test('a replay whose batches fail goes behind the others, and ends once they succeed', async () => {
  await using replay = await filled();
  const { endpointId: failing, admin } = replay;
  const other = randomUUID();
  await admin.query(FILL, [other]);
  await admin.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'full_disk'; end $$;
    create trigger refuse_replay before update on delivery
      for each row when (new.endpoint_id = '${failing}') execute function refuse()`);
  await replay.startReplay(failing, lastHour(), REPLAYABLE);
  await replay.startReplay(other, lastHour(), REPLAYABLE);

  await expect(replay.continueReplay(WHOLE)).rejects.toThrow('full_disk');
  for (const _status of STATUSES) await replay.continueReplay(WHOLE);

  const { rows: left } = await admin.query('select endpoint_id from replay');
  expect(left).toEqual([{ endpoint_id: failing }]);
  await expect(replay.continueReplay(WHOLE)).rejects.toThrow('full_disk');
  await admin.query('drop trigger refuse_replay on delivery');
  while (await replay.continueReplay(WHOLE));
  const { rows } = await admin.query(REPLAYED);
  expect(rows[0]).toEqual({ count: 2 * REPLAYABLE, outside: 0, due: 2 * REPLAYABLE });
});

test('a replay whose process ended is continued by the next', async () => {
  await using webhooks = await webhooksUnderTest();
  await using receiver = await startReceiver();
  const { accountId, endpointId } = await webhooks.endpointAt(receiver.url);
  await webhooks.db.query(
    `with event as (
       insert into webhook_event (id, account_id, event, body, occurred_at, position)
       values (gen_random_uuid(), $1, 'DEPOSIT_ASSET_SUCCESS', '{}', now(), 1) returning id)
     insert into delivery (event_id, endpoint_id, event, status, attempts)
     select id, $2, 'DEPOSIT_ASSET_SUCCESS', 'DELIVERED', 1 from event`,
    [accountId, endpointId],
  );
  await replays(webhooks.db).startReplay(endpointId, lastHour(), 1);

  await using _next = await webhooks.startAnother();

  await eventually(() => receiver.log.length === 1);
  await eventually(async () => {
    expect((await webhooks.db.query('select from replay')).rowCount).toBe(0);
  });
});
