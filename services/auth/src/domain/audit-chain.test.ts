import { canonicalJson } from '@entrada/platform/text/canonical-json';
import fc from 'fast-check';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });

test('canonical JSON is the same text for equal values, and parses back to them', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.jsonValue()), (value) => {
      const shuffled = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
