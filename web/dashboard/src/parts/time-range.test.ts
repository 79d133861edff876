import { isoRange, parseRange } from './time-range.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

test('24 hours are the current one and the 23 before it, and have no end', () => {
  const from = '2026-11-14T13:00:00.000Z';
  expect(isoRange({ range: '24h' }, NOW)).toEqual({ from });
  expect(isoRange({ range: '24h' }, NOW + 3_599_999)).toEqual({ from });
});

test('the last seven days are today and the six whole days before it', () => {
  const now = new Date(2026, 10, 3, 12).getTime();
  expect(isoRange({ range: '7d' }, now)).toEqual({ from: new Date(2026, 9, 28).toISOString() });
});

test('chosen days are whole: the last one ends where the next begins', () => {
  const { from, to } = isoRange({ range: 'custom', from: '2026-11-01', to: '2026-11-01' }, NOW);
  expect(from).toBe(new Date(2026, 10, 1).toISOString());
  expect(to).toBe(new Date(2026, 10, 2).toISOString());
});

test('what is not a range falls back, and what is not a day is left out', () => {
  expect(parseRange({ range: 'always' }, '30d')).toEqual({ range: '30d' });
  expect(parseRange({ range: 'custom', from: '2026-02-30', to: 'x' }, '30d')).toEqual({
    range: 'custom',
  });
  expect(parseRange({ range: 'custom', from: '2026-02-28' }, '30d').from).toBe('2026-02-28');
});
