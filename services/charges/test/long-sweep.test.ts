import { jobStore } from '@entrada/platform/db/job-store';
import { freshDatabase, openTestPool } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Bank, Ports } from '../src/ports.ts';
import { sweepPayments } from '../src/use-cases/sweep-payments.ts';
import { openTestStore } from './open-test-store.ts';

const SWEEP_EVERY_MS = 60_000;
const BEGUN_AT = new Date('2026-01-01T12:00:00Z');
const NOW = new Date('2026-01-01T13:00:00Z');

const database = forTests(() => freshDatabase('charges'));
const pool = forTests(() => openTestPool(database.url, 4));
beforeEach(async () => {
  await pool.query(`update job set due_at = now(), lease_until = now() where name = 'sweep'`);
  await pool.query('delete from bank_window where ends_at is not null');
  await pool.query('update bank_window set due_at = now(), starts_at = $1, read_to = $1', [
    BEGUN_AT,
  ]);
});

/** The sweep of one replica, whose bank has nothing to list and takes as long as `listing` does. */
function replica(listing: (from: Date, to: Date) => Promise<void>) {
  const bank: Pick<Bank, 'paymentsBetween' | 'countBetween'> = {
    countBetween: async () => 0,
    async *paymentsBetween(from, to) {
      await listing(from, to);
      yield { payments: [], malformed: [] };
    },
  };
  return sweepPayments({
    ...openTestStore(pool),
    jobs: jobStore(pool, { renewEveryMs: 20 }),
    bank,
    now: () => NOW,
    sweepEveryMs: SWEEP_EVERY_MS,
    lateSweep: { days: 7, everyMs: SWEEP_EVERY_MS },
  } as unknown as Ports);
}

async function stored(): Promise<{ readTo: Date; leaseS: number; dueS: number }> {
  const { rows } = await pool.query(`
    select (select read_to from bank_window where ends_at is null) as "readTo",
           extract(epoch from lease_until - now())::float8 as "leaseS",
           extract(epoch from due_at - now())::float8 as "dueS"
      from job where name = 'sweep'`);
  return rows[0];
}

test('a sweep that takes longer than its lease keeps its job while another replica asks for it, and every window is read', async () => {
  const other = replica(() => Promise.reject(new Error('it lists what the first one does')));
  const slow = replica(async () => {
    await pool.query(`update job set lease_until = now() + interval '25 seconds'`);
    await eventually(async () => expect((await stored()).leaseS).toBeGreaterThan(30));
    expect(await other()).toBe(false);
  });

  await slow();

  const { readTo, leaseS } = await stored();
  expect(readTo).toEqual(NOW);
  const unread = 'select from bank_window where read_to is null';
  expect((await pool.query(unread)).rowCount).toBe(0);
  expect(leaseS).toBeLessThanOrEqual(0);
});

test('a sweep that fails comes again after the usual pause, for any replica and from where it was', async () => {
  const failing = replica(() => Promise.reject(new Error('the bank is unavailable')));

  await expect(failing()).rejects.toThrow('the bank is unavailable');

  const { readTo, leaseS, dueS } = await stored();
  expect(readTo).toEqual(BEGUN_AT);
  expect(leaseS).toBeLessThanOrEqual(0);
  expect(dueS).toBeGreaterThan(0);
  expect(dueS).toBeLessThanOrEqual(SWEEP_EVERY_MS / 1_000);
});

test('after an outage each time is listed once: the newest window begins where the last closed one ends', async () => {
  const listed: [number, number][] = [];
  const catchUp = replica(async (from, to) => void listed.push([from.getTime(), to.getTime()]));

  await catchUp();

  const inOrder = listed.toSorted(([one], [other]) => one - other);
  expect(inOrder[0]?.[0]).toBe(BEGUN_AT.getTime());
  expect(inOrder.length).toBeGreaterThan(2);
  for (const [index, [from]] of inOrder.slice(1).entries()) expect(from).toBe(inOrder[index]?.[1]);
});
