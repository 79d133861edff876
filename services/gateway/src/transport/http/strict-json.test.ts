import fc from 'fast-check';
import { strictJson } from './json-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('any JSON text is parsed to the value it was written from', () => {
  const plain = fc.string().filter((name) => !/proto|constructor/.test(name));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 5 }, fc.integer(), fc.string(), tie('list'), tie('record')),
    list: fc.array(tie('tree')),
    record: fc.dictionary(plain, tie('tree'), { noNullPrototype: true }),
  }));
  fc.assert(
    fc.property(fc.record({ tree }), fc.constantFrom(0, 2), (value, indent) => {
      expect(strictJson(bytes(JSON.stringify(value, null, indent)))).toEqual(value);
    }),
  );
});

test('a repeated field is refused in any object, but equal names in different objects are not', () => {
  expect(strictJson(bytes('{"a":[{"b":1},{"b":2}],"b":{"a":1}}'))).toEqual({
    a: [{ b: 1 }, { b: 2 }],
    b: { a: 1 },
  });
  for (const text of ['{"a":1,"b":{"c":1},"a":2}', '[{"a":"{","a":1}]', '{"":1,"":2}']) {
    expect(() => strictJson(bytes(text))).toThrow(/twice/);
  }
});

test('an unpaired surrogate is refused in a value and in a name, a pair is not', () => {
  for (const text of ['{"a":"\\ud800"}', '{"a":["x\\udfffy"]}', '{"\\uDC00":1}']) {
    expect(() => strictJson(bytes(text))).toThrow(/unpaired surrogate/);
  }
  expect(strictJson(bytes('{"a":"\\ud83d\\ude00","b":"\\\\ud800"}'))).toEqual({
    a: '😀',
    b: '\\ud800',
  });
});
