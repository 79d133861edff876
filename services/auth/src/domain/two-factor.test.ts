import { randomBytes } from 'node:crypto';
import { parseCode, recoveryCodeFrom } from './two-factor.ts';

test('a recovery code is read back however it is typed', () => {
  for (let n = 0; n < 200; n += 1) {
    const code = recoveryCodeFrom(randomBytes(32));
    expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    const text = code.replaceAll('-', '');
    const typed = [code, ` ${code.toUpperCase()} `, text, text.replaceAll('0', 'O')];
    for (const one of [...typed, text.replaceAll('1', 'l')]) {
      expect(parseCode(one)).toEqual({ kind: 'recovery_code', text });
    }
  }
});

test.each([
  ['123456', { kind: 'code', digits: '123456' }],
  ['123 456', { kind: 'code', digits: '123456' }],
  ['12345', null],
  ['1234567', null],
  ['', null],
  ['١٢٣٤٥٦', null],
  ['uuuu-uuuu-uuuu', null],
])('%j is read as %j', (typed, expected) => {
  expect(parseCode(typed)).toEqual(expected);
});
