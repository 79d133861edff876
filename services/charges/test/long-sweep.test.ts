import { jobStore } from '@entrada/platform/db/job-store';
import { openPool } from '@entrada/platform/db/pool';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Pool } from 'pg';
import type { Bank, Ports } from '../src/ports.ts';
import { storePorts } from '../src/store/store-ports.ts';
import { sweepPayments } from '../src/use-cases/sweep-payments.ts';

const SWEEP_EVERY_MS = 60_000;
const BEGUN_AT = new Date('2026-01-01T12:00:00Z');
const NOW = new Date('2026-01-01T13:00:00Z');

const resources = new AsyncDisposableStack();
let pool: Pool;
beforeAll(async () => {
  const { url } = resources.use(await freshDatabase('charges'));
  pool = openPool(url, { max: 4, log: testRuntime('charges').log });
  resources.defer(() => pool.end());
});
beforeEach(async () => {
  const text = `update job set due_at = now(), lease_until = now(), watermark = $1 where name = 'sweep'`;
  await pool.query(text, [BEGUN_AT]);
});
afterAll(() => resources.disposeAsync());

/** The sweep of one replica, whose bank has nothing to list and takes as long as `listing` does. */
function replica(listing: () => Promise<void>) {
  const bank: Pick<Bank, 'paymentsBetween'> = {
    async *paymentsBetween() {
      await listing();
      yield { payments: [], malformed: [] };
    },
  };
  return sweepPayments({
    ...storePorts(
      pool,
      () => null,
      () => {},
    ),
    jobs: jobStore<Date>(pool, { column: 'watermark', renewEveryMs: 20 }),
    bank,
    now: () => NOW,
    sweepEveryMs: SWEEP_EVERY_MS,
  } as unknown as Ports);
}

async function stored(): Promise<{ watermark: Date; leaseS: number; dueS: number }> {
  const { rows } = await pool.query(`
    select watermark, extract(epoch from lease_until - now())::float8 as "leaseS",
           extract(epoch from due_at - now())::float8 as "dueS"
      from job where name = 'sweep'`);
  return rows[0];
}

test('a sweep that takes longer than its lease keeps its job while another replica asks for it, and its watermark moves', async () => {
  const other = replica(() => Promise.reject(new Error('it lists what the first one does')));
  const slow = replica(async () => {
    await pool.query(`update job set lease_until = now() + interval '25 seconds'`);
    await eventually(async () => expect((await stored()).leaseS).toBeGreaterThan(30));
    expect(await other()).toBe(false);
  });

  await slow();

  const { watermark, leaseS } = await stored();
  expect(watermark).toEqual(NOW);
  expect(leaseS).toBeLessThanOrEqual(0);
});

test('a sweep that fails comes again after the usual pause, for any replica and from where it was', async () => {
  const failing = replica(() => Promise.reject(new Error('the bank is unavailable')));

  await expect(failing()).rejects.toThrow('the bank is unavailable');

  const { watermark, leaseS, dueS } = await stored();
  expect(watermark).toEqual(BEGUN_AT);
  expect(leaseS).toBeLessThanOrEqual(0);
  expect(dueS).toBeGreaterThan(0);
  expect(dueS).toBeLessThanOrEqual(SWEEP_EVERY_MS / 1_000);
});

test('a sweep whose job another replica took over moves nothing', async () => {
  const late = replica(async () => {
    const text = `update job set owner = gen_random_uuid(), lease_until = now() + interval '1 minute'`;
    await pool.query(text);
  });

  await expect(late()).rejects.toThrow('another replica has taken it');

  const { watermark, leaseS } = await stored();
  expect(watermark).toEqual(BEGUN_AT);
  expect(leaseS).toBeGreaterThan(0);
});
