import { summaryOf } from './metrics-summary.ts';

const bucket = (delivered: number, failed: number, p95Ms: number | null, statusCodes = {}) => ({
  start: '2026-11-16T12:00:00Z',
  delivered,
  failed,
  p95Ms,
  statusCodes,
});

describe('the figures of an endpoint', () => {
  test('hours are added, and the slowest hour is shown', () => {
    const summary = summaryOf([
      bucket(3, 1, 120, { 200: 3, 500: 1 }),
      bucket(0, 0, null),
      bucket(4, 0, 80, { 200: 4 }),
    ]);
    expect(summary).toEqual({
      delivered: 7,
      failed: 1,
      errorRate: 0.125,
      slowestP95Ms: 120,
      codes: [
        ['200', 7],
        ['500', 1],
      ],
    });
  });

  test('without attempts there is no rate, rather than one of zero', () => {
    expect(summaryOf([bucket(0, 0, null)])).toMatchObject({ errorRate: null, slowestP95Ms: null });
  });
});
