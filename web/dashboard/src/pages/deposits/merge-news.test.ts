import type { Charge } from '@entrada/client/gen/api';
import { countNew, updateRows } from './merge-news.ts';

const charge = (id: string, status: Charge['status']) => ({ id, status }) as Charge;
const page = { charges: [charge('b', 'PENDING'), charge('a', 'PENDING')], nextCursor: 'x' };

describe('news in the list of deposits', () => {
  test('a row that is shown changes in its place, and no row is added', () => {
    const latest = [charge('c', 'PENDING'), charge('a', 'COMPLETED')];
    expect(updateRows([page], latest)).toEqual([
      { charges: [charge('b', 'PENDING'), charge('a', 'COMPLETED')], nextCursor: 'x' },
    ]);
  });

  test('only what is not shown counts as new', () => {
    const latest = [charge('d', 'PENDING'), charge('c', 'PENDING'), charge('a', 'COMPLETED')];
    expect(countNew([page], latest)).toBe(2);
  });
});
