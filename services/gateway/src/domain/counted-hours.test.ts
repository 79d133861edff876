import { sumsOf } from './counted-hours.ts';

const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const BOUNDS = [at('01T03:00'), at('02T03:00'), at('03T03:00')];
const hour = (time: string, notifiedCount: number) => ({
  hour: at(time).toISOString(),
  notifiedCount,
});
const parts = { charges: null, ledger: null };

test('hours count in the bucket in which they begin', () => {
  const hours = [
    hour('01T02:00', 1),
    hour('01T03:00', 2),
    hour('02T02:00', 4),
    hour('02T03:00', 8),
    hour('03T03:00', 16),
  ];
  const { webhooks } = sumsOf(BOUNDS, { ...parts, webhooks: { hours, sums: null, asOf: '' } });
  expect(webhooks).toEqual({ notifiedCount: [6, 8] });
});

test('sums of a service are taken as they are', () => {
  const sums = { notifiedCount: [6, 8] };
  expect(sumsOf(BOUNDS, { ...parts, webhooks: { hours: [], sums, asOf: '' } }).webhooks).toEqual(
    sums,
  );
});

test.each([1, 3])('sums of %d buckets are no reply to a question about two', (count) => {
  const sums = { notifiedCount: new Array(count).fill(1) };
  expect(() => sumsOf(BOUNDS, { ...parts, webhooks: { hours: [], sums, asOf: '' } })).toThrow(
    'other buckets',
  );
});
