import { groupTimeline } from './timeline-groups.ts';

const entry = (kind: string, at: string) => ({ kind, at, traceId: null });

describe('the groups of a timeline', () => {
  test('neighbours of one area stand together, in the order of time', () => {
    const groups = groupTimeline([
      entry('created', '2026-11-16T12:00:00.000Z'),
      entry('completed', '2026-11-16T12:00:10.000Z'),
      entry('credited', '2026-11-16T12:00:10.400Z'),
      entry('webhook_attempt', '2026-11-16T12:00:11.000Z'),
      entry('refund_requested', '2026-11-16T13:00:00.000Z'),
      entry('refund_held', '2026-11-16T13:00:00.100Z'),
    ]);
    expect(groups.map(({ area, entries }) => [area, entries.length])).toEqual([
      ['payment', 2],
      ['ledger', 1],
      ['webhooks', 1],
      ['payment', 1],
      ['ledger', 1],
    ]);
  });

  test('a group knows when the entry before it happened', () => {
    const groups = groupTimeline([
      entry('created', '2026-11-16T12:00:00.000Z'),
      entry('credited', '2026-11-16T12:00:00.400Z'),
      entry('webhook_attempt', '2026-11-16T12:00:00.900Z'),
    ]);
    expect(groups.map(({ after }) => after)).toEqual([
      undefined,
      '2026-11-16T12:00:00.000Z',
      '2026-11-16T12:00:00.400Z',
    ]);
  });

  test('a kind that this version does not know is shown with the payment', () => {
    expect(groupTimeline([entry('something_new', '2026-11-16T12:00:00Z')])[0]?.area).toBe(
      'payment',
    );
  });
});
