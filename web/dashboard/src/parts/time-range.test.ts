import { isoRange, parseRange } from './time-range.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

test('a preset begins that long ago and has no end', () => {
  expect(isoRange({ range: '7d' }, NOW)).toEqual({ from: '2026-11-08T12:00:00.000Z' });
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
