import fc from 'fast-check';
import { fingerprint } from './idempotency.ts';

const of = (text: string) => fingerprint('POST', '/api/deposit', JSON.parse(text));

test('the order of fields and the way numbers are written do not matter, at any depth', () => {
  expect(of('{"value":5000,"more":{"b":1,"a":[1,2]}}')).toBe(
    of('{ "more": {"a":[1,2],"b":1}, "value": 5e3 }'),
  );
});

test('another value, type, list order, method or path makes another fingerprint', () => {
  const all = [
    of('{"value":5000}'),
    of('{"value":5001}'),
    of('{"value":"5000"}'),
    of('{"value":[1,2]}'),
    of('{"value":[2,1]}'),
    of('{"value":5000,"__proto__":{"x":1}}'),
    fingerprint('DELETE', '/api/deposit', { value: 5000 }),
    fingerprint('POST', '/api/deposit/x/refund', { value: 5000 }),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('whatever the JSON, it has the fingerprint of its own copy', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprint('POST', '/', value)).toBe(
        fingerprint('POST', '/', JSON.parse(JSON.stringify(value))),
      );
    }),
  );
});
