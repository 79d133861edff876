/** Bodies that are no JSON object or array. */
export const BROKEN_JSON: readonly string[] = [
  '{',
  '{"value":}',
  '{value:5000}',
  '{"value":05000}',
  '{"value":0x1388}',
  '{"value":+5000}',
  '{"value":5_000}',
  '{"value":NaN}',
  '{"value":5000}}',
  '{"value":5000}{"value":5000}',
  '<deposit><value>5000</value></deposit>',
  'malformed',
  'true',
  ' ',
  '\u0000',
  '{"value":5000}\u0000',
  '['.repeat(10_000),
  '{"a":'.repeat(3_000),
];

/** Bodies that are JSON to some readers, of which not all would see the same deposit. */
export const AMBIGUOUS_JSON: readonly (readonly [body: string | Buffer, error: string])[] = [
  ['{"value":5000,"value":"5000"}', 'Request body contains the field "value" twice'],
  ['{"value":1,"value":2}', 'Request body contains the field "value" twice'],
  ['{"value":1,"v\\u0061lue":1}', 'Request body contains the field "value" twice'],
  ['{"value":1,"a":[{"b":1 , "b" : 2}]}', 'Request body contains the field "b" twice'],
  ['{"value":1,"a\\"":"a\\":","a\\"":2}', 'Request body contains the field "a\\"" twice'],
  ['{"__proto__":{"value":5000}}', 'Request body must not contain the field "__proto__"'],
  ['{"value":1,"__proto__":{"a":1}}', 'Request body must not contain the field "__proto__"'],
  ['{"value":1,"\\u005f_proto__":1}', 'Request body must not contain the field "__proto__"'],
  ['{"value":1,"a":{"constructor":1}}', 'Request body must not contain the field "constructor"'],
  [`{"value":1,"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'Request body is nested too deeply'],
  [Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'Request body must be UTF-8'],
  [Buffer.from([0xc3, 0x28]), 'Request body must be UTF-8'],
  [inDescription(0xc0, 0xaf), 'Request body must be UTF-8'],
  [inDescription(0xe0, 0x80, 0xaf), 'Request body must be UTF-8'],
  [inDescription(0xed, 0xa0, 0x80), 'Request body must be UTF-8'],
  [inDescription(0xff), 'Request body must be UTF-8'],
  [inDescription(0xf4, 0x90, 0x80, 0x80), 'Request body must be UTF-8'],
  [
    Buffer.from('{"value":5000}', 'utf16le'),
    'Request body must be a JSON object: it is malformed at line 1, column 2',
  ],
];

/** A good deposit but for these bytes in its description. */
function inDescription(...bytes: readonly number[]): Buffer {
  const [before, after] = ['{"value":5000,"description":"', '"}'].map((part) => Buffer.from(part));
  return Buffer.concat([before ?? '', Buffer.from(bytes), after ?? ''] as Buffer[]);
}
