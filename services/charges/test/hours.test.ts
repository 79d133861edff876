import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, openTestPool } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import type { HourTotals } from '../src/domain/views.ts';
import { hourStore } from '../src/store/hour-store.ts';

/** Beginnings of local days around 15 November: on, between and beside full hours, and of days of 23 and 25 hours. */
const DAY_STARTS = [
  ['14T03:00', '15T03:00', '16T03:00'],
  ['14T00:00', '15T00:00', '16T00:00'],
  ['13T15:00', '14T15:00', '15T14:00', '16T15:00'],
  ['14T01:00', '15T02:00', '16T01:00'],
  ['14T18:30', '15T01:45', '15T02:15'],
  ['15T01:00', '15T02:00'],
].map((starts) => starts.map((start) => new Date(`2026-11-${start}:00Z`)));

/** Each hour in the day that has begun last before it. */
function addedUp(hours: readonly HourTotals[], starts: readonly Date[]): HourTotals[] {
  return starts.map((start, index) => {
    const end = starts[index + 1]?.getTime() ?? Number.POSITIVE_INFINITY;
    const inDay = hours.filter(({ hour }) => hour >= start && hour.getTime() < end);
    return { hour: start, ...sumsOf(inDay) };
  });
}

function sumsOf(hours: readonly HourTotals[]): Omit<HourTotals, 'hour'> {
  const sum = (of: (hour: HourTotals) => number) => hours.reduce((all, hour) => all + of(hour), 0);
  return {
    createdCount: sum(({ createdCount }) => createdCount),
    createdCents: sum(({ createdCents }) => createdCents),
    paidCount: sum(({ paidCount }) => paidCount),
    paidCents: sum(({ paidCents }) => paidCents),
  };
}

const ACCOUNTS = [randomUUID(), randomUUID()] as const;
const HOURS = [
  '2026-11-15T00:00:00.000Z',
  '2026-11-15T01:59:59.999Z',
  '2026-11-15T02:00:00.000Z',
  '2026-11-15T14:59:59.999Z',
];
const SPAN = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') };
/** A row is folded when all transactions before it have ended, also those of other tests on this server. */
const FOLDED = { timeoutMs: 200_000 };
const EMPTY = `
  truncate charge, charge_move, payment, payment_return, charge_hour;
  update totals_cursor set folded_to = 0, next_to = 0, next_writers = '{}'`;

const database = forTests(() => freshDatabase('charges'));
const db = forTests(() => openTestPool(database.adminUrl, 12));

const openHours = (note: (hints: readonly string[]) => void = () => {}) => hourStore(db, note);
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

/** The same, counted one by one. */
const COUNTED = `
  select date_trunc('hour', created_at, 'UTC') as hour, count(*) as "createdCount",
         sum(value_cents)::bigint as "createdCents",
         count(*) filter (where status = 'COMPLETED') as "paidCount",
         coalesce(sum(value_cents) filter (where status = 'COMPLETED'), 0)::bigint as "paidCents"
    from charge where account_id = $1 group by 1 order by 1`;

async function count(accountId: string): Promise<HourTotals[]> {
  return (await db.query<HourTotals>(COUNTED, [accountId])).rows;
}

/** Some seconds late, but never more than there is, and never paid before it was created. */
async function expectNoMore(): Promise<void> {
  for (const accountId of ACCOUNTS) {
    const { hours } = await openHours().read({ accountId, ...SPAN });
    const counted = new Map((await count(accountId)).map((one) => [one.hour.getTime(), one]));
    for (const one of hours) {
      const exact = counted.get(one.hour.getTime());
      expect(one.createdCount).toBeLessThanOrEqual(exact?.createdCount ?? 0);
      expect(one.paidCents).toBeLessThanOrEqual(exact?.paidCents ?? 0);
      expect(one.paidCount).toBeLessThanOrEqual(one.createdCount);
    }
  }
}

async function expectExact(): Promise<void> {
  for (const accountId of ACCOUNTS) {
    const counted = await count(accountId);
    expect((await openHours().read({ accountId, ...SPAN })).hours).toEqual(counted);
    for (const starts of DAY_STARTS) {
      const to = new Date('2026-11-16T20:00:00Z');
      const days = await openHours().read({ accountId, from: starts[0] ?? to, to, starts });
      expect(days.hours).toEqual(addedUp(counted, starts));
    }
  }
}

type World = { open: PoolClient | null };
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
  ['fold', () => openHours().fold()],
  ['fold, two replicas at once', () => Promise.all([openHours().fold(), openHours().fold()])],
  ['begin', begin],
  ['commit', (world) => end(world, 'commit')],
  ['crash', (world) => end(world, 'rollback')],
];

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

test('after any history the totals of every hour become those of the charges one by one', async () => {
  const histories = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await db.query(EMPTY);
      const world: World = { open: null };
      try {
        for (const [, run] of history) {
          await run(world);
          await expectNoMore();
        }
      } finally {
        await end(world, 'commit');
      }
      await eventually(async () => {
        await openHours().fold();
        await expectExact();
      }, FOLDED);
    }),
    { numRuns: 60 },
  );
}, 600_000);

test('hours outside the time asked for are not listed, those of another account never, and open pages of the account read again', async () => {
  const accountId = randomUUID();
  for (const hour of HOURS) await insert(db, accountId, hour, 7);
  const noted: string[] = [];
  const { fold } = openHours((hints) => noted.push(...hints));
  const between = { from: new Date('2026-11-15T01:00:00Z'), to: new Date('2026-11-15T02:00:00Z') };
  await eventually(async () => {
    await fold();
    const { hours } = await openHours().read({ accountId, ...between });
    expect(hours).toEqual([
      { hour: between.from, createdCount: 1, createdCents: 7, paidCount: 0, paidCents: 0 },
    ]);
  }, FOLDED);
  expect(new Set(noted)).toEqual(new Set([accountId]));
  expect((await openHours().read({ accountId: randomUUID(), ...SPAN })).hours).toEqual([]);
});
