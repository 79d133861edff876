import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { AMBIGUOUS_JSON, BROKEN_JSON } from './bad-bodies.ts';
import { expectRefusal, postJson } from './http.ts';
import { refusingGateway } from './shop.ts';

const { key, call } = refusingGateway();

// mistakes.test.ts has the values that people send.
test.each([
  '{"value":-0}',
  '{"value":4999.9999999}',
  '{"value":1e21}',
  '{"value":1e400}',
  '{"value":-1e400}',
  '{"value":1e-400}',
  '{"value":9007199254740992}',
  '{"value":-9007199254740992}',
  '{"value":99999999999999999999999999}',
])('a deposit is refused with %s', async (body) => {
  expectRefusal(await call(postJson('/api/deposit', body, key)), {
    status: 400,
    error: 'value must be a positive integer (cents)',
    code: 'invalid_value',
  });
});

test.each(BROKEN_JSON.map((body) => [JSON.stringify(body.toString().slice(0, 40)), body]))(
  'a body that is not a JSON object is refused: %s',
  async (_shown, body) => {
    expectRefusal(await call(postJson('/api/deposit', body, key)), {
      status: 400,
      error: expect.stringMatching(/^Request body must be a JSON object/),
      code: 'invalid_json',
    });
  },
);

test.each(AMBIGUOUS_JSON.map(([body, error]) => [JSON.stringify(body.toString()), body, error]))(
  'JSON that parsers read differently is refused: %s',
  async (_shown, body, error) => {
    const reply = await call(postJson('/api/deposit', body, key));
    expectRefusal(reply, { status: 400, error: String(error), code: 'invalid_json' });
  },
);

test.each([
  'application/json',
  ' application/json ',
  'application/json;charset=utf-8',
  'Application/JSON; Charset="UTF-8"',
  'application/json; charset=utf8; version=1',
])('a body is read under %j', async (type) => {
  const body = '{ "value" : 5e3, "description" : "ação \\" 💸 {" }';
  const reply = await call(postJson('/api/deposit', body, { ...key, 'content-type': type }));
  expect([reply.status, reply.body.charge?.value]).toEqual([201, 5000]);
});

test.each([
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/jsonx' },
  { 'content-type': 'application/vnd.api+json' },
  { 'content-type': 'malformed' },
  { 'content-type': '' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=malformed' },
  { 'content-type': 'application/json; charset=utf-16le' },
  { 'content-type': 'application/json;charset="utf-32"' },
])('a body is not read under %j', async (headers) => {
  expectRefusal(await call(postJson('/api/deposit', '{"value":1}', { ...key, ...headers })), {
    status: 415,
    code: 'unsupported_media_type',
  });
});

test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'malformed'])(
  'a body with the encoding %s is refused, and the error says so',
  async (encoding) => {
    const body = encoding === 'gzip' ? gzipSync('{"value":5000}') : '{"value":5000}';
    const headers = { ...key, 'content-encoding': encoding };
    expectRefusal(await call(postJson('/api/deposit', body, headers)), {
      status: 415,
      error: 'Content-Encoding is not supported, send the body uncompressed',
      code: 'unsupported_media_type',
    });
  },
);

test.each([
  ['1 MB', '/api/deposit', 1_048_576, {}],
  ['1 MB in chunks', '/api/deposit', 1_048_576, { 'transfer-encoding': 'chunked' }],
  ['one byte too many for a deposit', '/api/deposit', 163_841, {}],
  ['one byte too many', '/api/webhooks', 16_385, {}],
])('a body that is too large is refused: %s', async (_what, path, size, headers) => {
  const body = `{"value":5000,"more":"${'x'.repeat(size - 24)}"}`;
  expectRefusal(await call(postJson(path, body, { ...key, ...headers })), {
    status: 413,
    error: 'Request body is too large',
    code: 'too_large',
  });
});

test('any body is answered with a deposit or an error of the client, never an internal error', async () => {
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    fc.record({ value: fc.anything() }).map((body) => JSON.stringify(body) ?? ''),
    fc.double().map((value) => `{"value":${value}}`),
  );
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
  );
  await fc.assert(
    fc.asyncProperty(bodies, types, async (body, type) => {
      const reply = await call(postJson('/api/deposit', body, { ...key, 'content-type': type }));
      if (reply.status === 201) expect(reply.body.charge.value).toBeGreaterThan(0);
      else expectRefusal(reply, { status: [400, 415, 422].find((s) => s === reply.status) ?? 400 });
    }),
    { numRuns: 50 },
  );
});
