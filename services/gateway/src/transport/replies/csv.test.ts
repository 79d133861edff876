import { amountColumns, type Column, csvWriter } from './csv.ts';

type Item = { readonly text: string | null; readonly at: string; readonly cents: number | null };
const COLUMNS: readonly Column<Item>[] = [
  { name: 'text', kind: 'text', of: ({ text }) => text },
  { name: 'at', kind: 'time', of: ({ at }) => at },
  ...amountColumns<Item>('value', ({ cents }) => cents),
];
const AT = '2026-11-15T02:03:04.500Z';

const lineOf = (item: Partial<Item>, sep: ',' | ';' = ',', tz = 'UTC') =>
  csvWriter(COLUMNS, { sep, tz, byteOrderMark: true })
    .lines([{ text: 'a', at: AT, cents: 1, ...item }])
    .slice(0, -2);

test.each([
  ['=1+1', "'=1+1"],
  ['+55 11', "'+55 11"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r\n=1', '"\'\r\n=1"'],
  ['＝1', "'＝1"],
  [' =1+1', "' =1+1"],
  ['\u00a0\u3000@x', "'\u00a0\u3000@x"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff\u2060+1', "'\ufeff\u2060+1"],
  ['\u202e\u00ad-1', "'\u202e\u00ad-1"],
  [' 1 = 1', ' 1 = 1'],
  ['say "hi"', '"say ""hi"""'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['ação 🎉', 'ação 🎉'],
  ['', ''],
  [null, ''],
])('the text %j is one cell and no formula: %j', (text, cell) => {
  expect(lineOf({ text })).toBe(`${cell},2026-11-15 02:03:04,0.01,1`);
});

test.each([
  [0, '0.00', '0,00'],
  [5, '0.05', '0,05'],
  [-5, '-0.05', '-0,05'],
  [123_456, '1234.56', '1234,56'],
  [-123_456, '-1234.56', '-1234,56'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91', '90071992547409,91'],
])('%d cents are written exactly, with the point that fits the separator', (cents, dot, comma) => {
  expect(lineOf({ cents })).toBe(`a,2026-11-15 02:03:04,${dot},${cents}`);
  expect(lineOf({ cents }, ';')).toBe(`a;2026-11-15 02:03:04;${comma};${cents}`);
});

test('no amount is an empty cell, not zero', () => {
  expect(lineOf({ cents: null })).toBe('a,2026-11-15 02:03:04,,');
});

test.each([
  ['America/Sao_Paulo', AT, '2026-11-14 23:03:04'],
  ['Asia/Kolkata', AT, '2026-11-15 07:33:04'],
  ['America/New_York', '2026-07-01T04:00:00Z', '2026-07-01 00:00:00'],
  ['America/New_York', '2026-12-01T04:00:00Z', '2026-11-30 23:00:00'],
])('a time in %s follows its offset of that day', (tz, at, local) => {
  expect(lineOf({ at }, ',', tz)).toBe(`a,${local},0.01,1`);
});
