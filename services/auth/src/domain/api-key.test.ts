import fc from 'fast-check';
import { keyFrom, keyProblem, Mode } from './api-key.ts';

const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

test('every generated key is accepted by the mode it was made for and refused by the other', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const key = keyFrom(bytes, Mode.Test);
      expect(key).toMatch(/^ent_test_[0-9A-Za-z]{49}$/);
      expect(keyProblem(key, Mode.Test)).toBeNull();
      expect(keyProblem(key, Mode.Live)).toBe('other_mode');
    }),
  );
});

test('a single mistyped character is reported as a typo, not as an unknown key', () => {
  fc.assert(
    fc.property(random, fc.nat({ max: 48 }), fc.constantFrom('0', 'Z', 'a'), (bytes, at, typed) => {
      const key = keyFrom(bytes, Mode.Test);
      const index = 'ent_test_'.length + at;
      fc.pre(key[index] !== typed);
      const mistyped = key.slice(0, index) + typed + key.slice(index + 1);
      expect(keyProblem(mistyped, Mode.Test)).toBe('typo');
    }),
  );
});
