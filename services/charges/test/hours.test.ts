import { randomBytes, randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/with-settings';
import { freshDatabase } from '@entrada/platform/testing/database';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import type { HourTotals } from '../src/ports/hours.ts';
import { storePorts } from '../src/store/store-ports.ts';
import { addedUp, DAY_STARTS } from './hours-in-days.ts';

const ACCOUNTS = [randomUUID(), randomUUID()] as const;
const HOURS = [
  '2026-11-15T00:00:00.000Z',
  '2026-11-15T01:59:59.999Z',
  '2026-11-15T02:00:00.000Z',
  '2026-11-15T14:59:59.999Z',
];
const SPAN = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') };
const TABLES = ['charge_move', 'charge', 'charge_hour', 'charge_day', 'charge_hour_change'];
const SOON = '-c lock_timeout=50';

const resources = new AsyncDisposableStack();
let db: Pool;
let shortWait: Pool;
beforeAll(async () => {
  const { adminUrl: url } = resources.use(await freshDatabase('charges'));
  const { log } = testRuntime('charges');
  db = openPool(url, { max: 12, log });
  shortWait = openPool(withSettings(url, SOON), { max: 2, log });
  resources.defer(() => db.end());
  resources.defer(() => shortWait.end());
});
afterAll(() => resources.disposeAsync());

const hoursOf = (pool: Pool) =>
  storePorts(
    pool,
    () => null,
    () => {},
  ).hours;
type Db = Pool | PoolClient;

async function insert(on: Db, accountId: string, createdAt: string, cents: number) {
  const id = randomBytes(12).toString('hex');
  await on.query(
    `insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                         fee_cents, status, created_at, expires_at)
     values ($1, $2, gen_random_uuid(), 'tx00' || $1, 'e', $3, $3, 0, 'PENDING', $4, now())
         on conflict (id) do nothing`,
    [id, accountId, cents, createdAt],
  );
  return id;
}

/** Some charge that can still be paid, one cent too much. */
const PAY = `
  update charge set status = 'COMPLETED', end_to_end_id = 'E' || id, paid_cents = value_cents + 1
   where id = (select id from charge where status in ('PENDING', 'EXPIRED') order by md5(id || $1) limit 1)`;
const END = `
  update charge set status = $2
   where id = (select id from charge where status = 'PENDING' order by md5(id || $1) limit 1)`;
const AGAIN = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents,
                      status, created_at, expires_at)
  select id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents,
         'PENDING', created_at, expires_at from charge order by md5(id || $1) limit 1
      on conflict (id) do nothing`;
const FORGET = `
  with gone as (select id from charge order by md5(id || $1) limit 1),
       moves as (delete from charge_move where charge_id in (select id from gone))
  delete from charge where id in (select id from gone)`;

/** The same, counted one by one. */
const COUNTED = `
  select date_trunc('hour', created_at, 'UTC') as hour, count(*) as "createdCount",
         sum(value_cents)::bigint as "createdCents",
         count(*) filter (where status = 'COMPLETED') as "paidCount",
         coalesce(sum(value_cents) filter (where status = 'COMPLETED'), 0)::bigint as "paidCents"
    from charge where account_id = $1 group by 1 order by 1`;

async function expectExact(hours = hoursOf(db)): Promise<void> {
  for (const accountId of ACCOUNTS) {
    const { rows } = await db.query<HourTotals>(COUNTED, [accountId]);
    expect(await hours.totals({ accountId, ...SPAN })).toEqual(rows);
    for (const starts of DAY_STARTS) {
      const to = new Date('2026-11-16T20:00:00Z');
      const totals = await hours.totals({ accountId, from: starts[0] ?? to, to, starts });
      expect(totals).toEqual(addedUp(rows, starts));
    }
  }
}

type World = {
  /** Two processes. */
  replicas: [ReturnType<typeof hoursOf>, ReturnType<typeof hoursOf>];
  open: PoolClient | null;
};
type Step = readonly [name: string, run: (world: World) => Promise<unknown>];

const change = (name: string, sql: string, ...more: string[]): Step => [
  name,
  ({ open }) => (open ?? db).query(sql, [randomUUID(), ...more]),
];
const STEPS: readonly Step[] = [
  ...ACCOUNTS.flatMap((accountId, a) =>
    HOURS.map((hour, h): Step => {
      const cents = 100 * (a + 1) + h;
      return [`create ${a} ${hour}`, ({ open }) => insert(open ?? db, accountId, hour, cents)];
    }),
  ),
  change('pay', PAY),
  change('pay', PAY),
  change('expire', END, 'EXPIRED'),
  change('cancel', END, 'CANCELED'),
  change('insert again', AGAIN),
  change('forget', FORGET),
  ['add up', ({ replicas }) => replicas[0].addChanges(2)],
  ['add up, both at once', ({ replicas }) => Promise.all(replicas.map((one) => one.addChanges(3)))],
  ['add up in vain', addUpInVain],
  ['restart', restart],
  [
    'restore the dump of a cluster with more transactions',
    async (world) => {
      await db.query(`update charge_hour_floor set floor = '900000000000'`);
      await restart(world);
    },
  ],
  ['begin', begin],
  ['commit', (world) => end(world, 'commit')],
  ['crash', (world) => end(world, 'rollback')],
];

async function restart(world: World): Promise<void> {
  world.replicas = [hoursOf(db), hoursOf(db)];
}

async function begin(world: World): Promise<void> {
  world.open ??= await db.connect().then(async (client) => {
    await client.query('begin');
    return client;
  });
}

async function end(world: World, how: 'commit' | 'rollback'): Promise<void> {
  await world.open?.query(how);
  world.open?.release();
  world.open = null;
}

/** Somebody holds a total, so that it fails in the middle. */
async function addUpInVain(): Promise<void> {
  const other = await db.connect();
  await other.query('begin; select from charge_hour for update');
  await hoursOf(shortWait)
    .addChanges(100)
    .catch(() => {});
  await other.query('rollback');
  other.release();
}

test('after any history the totals of every hour are those of the charges one by one', async () => {
  const histories = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      for (const table of TABLES) await db.query(`delete from ${table}`);
      const world: World = { replicas: [hoursOf(db), hoursOf(db)], open: null };
      try {
        for (const [, run] of history) {
          await run(world);
          await expectExact(world.replicas[1]);
        }
        await end(world, 'commit');
        await expectExact();
        while ((await world.replicas[0].addChanges(5)) > 0) await expectExact();
        expect((await db.query('select from charge_hour_change')).rowCount).toBe(0);
      } finally {
        await end(world, 'rollback');
      }
    }),
    { numRuns: 60 },
  );
}, 300_000);

test('while charges are made and paid and two replicas add up, no total is ahead or behind', async () => {
  const accountId = randomUUID();
  const count = async () =>
    (await db.query('select count(*) from charge where account_id = $1', [accountId])).rows[0]
      .count;
  const paidCount = async () =>
    (
      await db.query(`select count(*) from charge where account_id = $1 and status = 'COMPLETED'`, [
        accountId,
      ])
    ).rows[0].count;
  let writing = true;
  const write = async () => {
    for (let i = 0; i < 60; i += 1) {
      await insert(db, accountId, HOURS[i % HOURS.length] ?? '', 100);
      await db.query(PAY, [randomUUID()]).catch(() => {});
    }
  };
  const addUp = async () => {
    const hours = hoursOf(db);
    while (writing) await hours.addChanges(7);
  };
  const compare = async () => {
    while (writing) {
      const [made, paid] = [await count(), await paidCount()];
      const totals = await hoursOf(db).totals({ accountId, ...SPAN });
      const [madeThen, paidThen] = [await count(), await paidCount()];
      const created = totals.reduce((sum, { createdCount }) => sum + createdCount, 0);
      const completed = totals.reduce((sum, one) => sum + one.paidCount, 0);
      expect(made <= created && created <= madeThen).toBe(true);
      expect(paid <= completed && completed <= paidThen).toBe(true);
    }
  };

  const others = Promise.all([addUp(), addUp(), compare()]);
  await Promise.all([write(), write(), write()]);
  writing = false;
  await others;

  const { rows } = await db.query(COUNTED, [accountId]);
  expect(await hoursOf(db).totals({ accountId, ...SPAN })).toEqual(rows);
});

test('hours outside the time asked for are not listed, and those of another account never', async () => {
  const accountId = randomUUID();
  for (const hour of HOURS) await insert(db, accountId, hour, 7);
  const between = { from: new Date('2026-11-15T01:00:00Z'), to: new Date('2026-11-15T02:00:00Z') };
  const totals = await hoursOf(db).totals({ accountId, ...between });
  expect(totals).toEqual([
    { hour: between.from, createdCount: 1, createdCents: 7, paidCount: 0, paidCents: 0 },
  ]);
  expect(await hoursOf(db).totals({ accountId: randomUUID(), ...SPAN })).toEqual([]);
});
