import { fields, money, table } from './table.ts';

test.each([
  [0, 'R$ 0,00'],
  [5, 'R$ 0,05'],
  [5_000, 'R$ 50,00'],
  [123_456, 'R$ 1.234,56'],
  [-123_456_789, '-R$ 1.234.567,89'],
  [999_999_999_999, 'R$ 9.999.999.999,99'],
])('%d cents are %s', (cents, text) => expect(money(cents)).toBe(text));

test('columns are aligned, and what others wrote cannot control the terminal', () => {
  expect(
    table([
      ['a', 'long', null],
      ['\u001b[31mred', 1, 'x\ny'],
    ]),
  ).toEqual(['a         long', '\ufffd[31mred  1     x\ufffdy']);
});

test('fields without a value are left out', () => {
  expect(fields({ id: 'x', externalId: null, description: '' })).toEqual(['id  x']);
});
