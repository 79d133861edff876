import fc from 'fast-check';
import { endOfPrefix, parseSearch } from './search.ts';

test.each([
  ['0123456789abcdef01234567', 'id'],
  ['0123456789ABCDEF01234567', 'id'],
  ['0123456789abcdef0123456', 'prefix'],
  ['0123456789abcdef012345678', 'prefix'],
  ['b208e25d-889d-434c-a940-841a0e62c736', 'paymentLinkId'],
  ['B208E25D-889D-434C-A940-841A0E62C736', 'paymentLinkId'],
  ['b208e25d889d434ca940841a0e62c736', 'prefix'],
  ['E1234567820261115120000000000001', 'endToEndId'],
  ['E123456782026111512000000000000', 'prefix'],
  ['E12345678202611151200000000000012', 'prefix'],
  ['order-7', 'prefix'],
  ['%', 'prefix'],
  ['pedido nº 7 🎉', 'prefix'],
])('%j is looked for by %s', (text, by) => {
  expect(parseSearch(text)).toEqual({ by, text });
});

test('without a text there is no search', () => {
  expect(parseSearch('')).toBeNull();
});

test.each(['a\0b', '\0', 'a\nb', 'x'.repeat(129)])('%j is refused', (text) => {
  expect(() => parseSearch(text)).toThrow('q must have at most 128 characters');
});

const text = fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => one.isWellFormed());
const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test('a text is between a prefix and its end exactly when it begins with it', () => {
  fc.assert(
    fc.property(text.filter(Boolean), text, (prefix, other) => {
      for (const candidate of [prefix + other, other]) {
        const end = endOfPrefix(prefix);
        const isBetween =
          inOrder(candidate, prefix) >= 0 && (end === null || inOrder(candidate, end) < 0);
        expect(isBetween).toBe(candidate.startsWith(prefix));
      }
    }),
  );
});

test.each([
  ['a', 'b'],
  ['az', 'a{'],
  ['\ud7ff', '\ue000'],
  ['a\u{10ffff}', 'b'],
  ['\u{10ffff}\u{10ffff}', null],
])('the texts that begin with %j end before %j', (prefix, end) => {
  expect(endOfPrefix(prefix)).toBe(end);
});
