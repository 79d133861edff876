import { parseDepositsSearch } from './search.ts';

type Input = Parameters<typeof parseDepositsSearch>[0];

describe('the filters of the deposits page', () => {
  test.each([
    [{}, { range: '30d' }],
    [
      { range: '7d', status: 'PENDING', q: ' order-1 ' },
      { range: '7d', status: 'PENDING', q: 'order-1' },
    ],
    [{ q: 4711 }, { range: '30d', q: '4711' }],
    [{ range: 'forever', status: 'LOST', q: '' }, { range: '30d' }],
    [
      { range: 'custom', from: '2026-02-30', to: '2026-03-01' },
      { range: 'custom', from: undefined, to: '2026-03-01' },
    ],
  ])('%j in the URL is read as %j', (search, expected) => {
    expect(parseDepositsSearch(search as Input)).toEqual(expected);
  });
});
