import { jobStore } from '@entrada/platform/db/job-store';
import { freshDatabase, openTestPool } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Bank, Ports } from '../src/ports.ts';
import { sweepPayments } from '../src/use-cases/sweep-payments.ts';
import { openTestStore } from './open-test-store.ts';

const SWEEP_EVERY_MS = 60_000;
const BEGUN_AT = new Date('2026-01-01T12:00:00Z');
const NOW = new Date('2026-01-01T13:00:00Z');

const database = forTests(() => freshDatabase('charges'));
const pool = forTests(() => openTestPool(database.url, 4));

test('after an outage each time is listed once: the newest window begins where the last closed one ends', async () => {
  const move = 'update bank_window set due_at = now(), starts_at = $1, read_to = $1';
  await pool.query(move, [BEGUN_AT]);
  const listed: [number, number][] = [];
  const bank: Pick<Bank, 'paymentsBetween' | 'countBetween'> = {
    countBetween: async () => 0,
    async *paymentsBetween(from, to) {
      listed.push([from.getTime(), to.getTime()]);
      yield { payments: [], malformed: [] };
    },
  };

  await sweepPayments({
    ...openTestStore(pool),
    jobs: jobStore(pool, { renewEveryMs: 20 }),
    bank,
    now: () => NOW,
    sweepEveryMs: SWEEP_EVERY_MS,
    lateSweep: { days: 7, everyMs: SWEEP_EVERY_MS },
  } as unknown as Ports)();

  const inOrder = listed.toSorted(([one], [other]) => one - other);
  expect(inOrder[0]?.[0]).toBe(BEGUN_AT.getTime());
  expect(inOrder.length).toBeGreaterThan(2);
  for (const [index, [from]] of inOrder.slice(1).entries()) expect(from).toBe(inOrder[index]?.[1]);
});
