import { overviewOf } from './overview.ts';

const STARTS = [new Date('2026-11-01T03:00:00Z'), new Date('2026-11-02T03:00:00Z')];
const webhooks = (...notifiedCount: number[]) => ({
  charges: null,
  ledger: null,
  webhooks: { notifiedCount },
});

test.each([1, 3])('sums of %d buckets are no reply to a question about two', (count) => {
  const sums = new Array<number>(count).fill(1);
  expect(() => overviewOf(STARTS, webhooks(...sums))).toThrow('other buckets');
});
