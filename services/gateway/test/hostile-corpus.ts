import { AMBIGUOUS_JSON, BROKEN_JSON } from './bad-bodies.ts';
import { type DocumentedCall, documentedCalls, pathOf } from './documented-calls.ts';
import { postJson, type RawRequest } from './http.ts';

const DEEP = 5_000;

/** What is put into ids, parameters, keys and cookies. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  "' or 1=1 --",
  "'; drop table charge; --",
  '1); select pg_sleep(10); --',
  '#{7*7}',
  '{{constructor.constructor("return 1")()}}',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%E0%80%AF',
  '%c0%ae%c0%ae%2f',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '%0d%0aSet-Cookie:%20a=b',
  '\u202egnp.exe',
  '\ud800',
  '💸'.repeat(50),
  'x'.repeat(2_000),
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  'true',
  '-1',
  '1e309',
  '0x10',
] as const;

/** What is sent to every door that reads a body; good for none of them. */
const BODIES: readonly (string | Buffer)[] = [
  ...BROKEN_JSON,
  ...AMBIGUOUS_JSON.map(([body]) => body),
  'null',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{"value":{"$gt":0},"name":{"$ne":null}}',
  '{"value":["5000"],"name":["x"],"email":["a"],"cursor":["x"],"from":["x"]}',
  '{"value":1e999,"name":1e999,"overlapSeconds":1e999}',
  '{"value":5000,"metadata":{"a":{"toString":"b"}}}',
  '{"value":5000,"metadata":[["a","b"]]}',
  '{"value":5000,"metadata":{"a":"\\u0000"}}',
  '{"value":5000,"metadata":{"a":"\\ud800"}}',
  '{"value":5000,"metadata":{"\\u0000":"a"}}',
  '{"value":-5,"name":"","email":"","password":"","cursor":"","from":"","overlapSeconds":-5}',
  '{"value":true,"name":true,"email":true,"cursor":true,"from":true,"overlapSeconds":true}',
  '{"value":null,"name":null,"email":null,"cursor":null,"from":null,"overlapSeconds":null}',
  `{"value":"${'9'.repeat(5_000)}","name":"${'x'.repeat(5_000)}","cursor":"${'x'.repeat(5_000)}"}`,
  `{"value":${'9'.repeat(5_000)},"name":5,"cursor":5,"overlapSeconds":${'9'.repeat(400)}}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `{"value":"\\u0000","name":"\\u0000","email":"\\u0000","cursor":"\\u0000","from":"\\u0000","x":1}`,
  `{"value":"\\ud800","name":"\\ud800\\u0000","email":"\\ud800","cursor":"\\ud800","overlapSeconds":"\\ud800"}`,
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b]),
  '{"value":5000,"expires_in":60,"accountId":"x","scopes":["all"],"admin":true}',
  `{"filler":"${'x'.repeat(40_000)}"}`,
];

/** Requests that nobody makes in good faith. Each must be refused, and none may do harm. */
export type Hostile = { readonly name: string; readonly sent: RawRequest };

type Headers = Record<string, string>;
type Credentials = { readonly key: Headers; readonly session: Headers };

/** Who may call it: hostile requests come from callers that are known, or they would be refused for that. */
const whoFor = ({ scope, needsCaller }: DocumentedCall) =>
  scope || !needsCaller ? ('key' as const) : ('session' as const);

/** Pages of the documentation answer a person, not a program. */
const calls = documentedCalls.filter(({ template }) => !template.startsWith('/docs'));

/** Every call that reads a body. */
const DOORS = calls
  .filter(({ hasBody, template }) => hasBody && template.startsWith('/api/'))
  .map((call) => [call.method, pathOf(call), whoFor(call)] as const);

/** Every call that is about one thing, and that reads no body. */
const ID_ROUTES = calls
  .filter(({ inPath, hasBody }) => inPath.length > 0 && !hasBody)
  .map((call) => {
    const ids = Object.fromEntries(call.inPath.map((name) => [name, 'ID']));
    return [call.method, pathOf(call, ids), whoFor(call)] as const;
  });

/** Every parameter that no text of the table is good for. */
const QUERIES = calls.flatMap((call) =>
  call.inQuery
    .filter(({ name, schema }) => {
      const isStrict = schema.type === 'integer' || schema.enum || schema.format;
      return isStrict || name === 'cursor' || name === 'after';
    })
    .map(({ name }) => [`${pathOf(call)}?${name}=TEXT`, whoFor(call)] as const),
);

export function hostileCorpus(credentials: Credentials): Hostile[] {
  const bodies = DOORS.flatMap(([method, path, who]) =>
    BODIES.map((body) => {
      const sent = { ...postJson(path, body, credentials[who]), method };
      return { name: `${method} ${path} ${body.toString().slice(0, 60)}`, sent };
    }),
  );
  const ids = ID_ROUTES.flatMap(([method, path, who]) =>
    TEXTS.filter((text) => text.trim() !== '').map((text) => {
      const sent = { method, path: path.replace('ID', pathPart(text)), headers: credentials[who] };
      return { name: `${method} ${sent.path.slice(0, 80)}`, sent };
    }),
  );
  const queries = QUERIES.flatMap(([path, who]) =>
    TEXTS.map((text) => {
      const sent = { path: path.replace('TEXT', pathPart(text)), headers: credentials[who] };
      return { name: `GET ${sent.path.slice(0, 80)}`, sent };
    }),
  );
  return [
    ...bodies,
    ...ids,
    ...queries,
    ...keys(),
    ...cookies(credentials),
    ...encodings(credentials),
    ...doubles(credentials),
    ...forms(credentials),
    ...strangers(credentials),
  ];
}

/** Bodies that are not what their headers say, or that nobody should unpack. */
function encodings(credentials: Credentials): Hostile[] {
  const headers: Headers[] = [
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br, gzip' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json; charset=utf-7' },
    { 'content-type': 'text/json' },
  ];
  return DOORS.flatMap(([method, path, who]) =>
    headers.map((more) => {
      const sent = postJson(path, '{"value":5000,"name":"x"}', { ...credentials[who], ...more });
      return { name: `${method} ${path} ${JSON.stringify(more)}`, sent: { ...sent, method } };
    }),
  );
}

/** Headers of which there must be one, twice: alike, or first good and then not. */
function doubles({ key }: Credentials): Hostile[] {
  const good = { 'content-type': 'application/json', 'idempotency-key': 'a', ...key };
  return Object.entries(good).flatMap(([header, value]) =>
    [value, `${value}x`].map((second) => {
      const sent = postJson('/api/deposit', { value: 5000 }, key);
      const headers = { ...sent.headers, [header]: [value, second] };
      return { name: `${header} twice`, sent: { ...sent, headers } };
    }),
  );
}

/** What a page of another site can make a browser send with the cookie of this one. */
function forms({ session }: Credentials): Hostile[] {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
  return DOORS.filter(([method]) => method === 'POST').flatMap(([method, path]) =>
    [...types, 'text/plain'].map((type) => {
      const headers = { ...session, ...(type ? { 'content-type': type } : {}) };
      const body = type ? { body: '{"value":5000,"name":"x","a":"="}' } : {};
      return { name: `${method} ${path} form ${type}`, sent: { method, path, headers, ...body } };
    }),
  );
}

/** Parameters that no list has. */
function strangers({ key }: Credentials): Hostile[] {
  const lists = calls.filter(({ inQuery }) => inQuery.some(({ name }) => name === 'cursor'));
  return lists
    .filter(({ scope }) => scope)
    .map((call) => pathOf(call))
    .flatMap((path) =>
      ['stauts=PENDING', '__proto__=x', 'limit[]=5', 'limit=5&limit=6', 'cursor=a&cursor=b'].map(
        (query) => ({
          name: `GET ${path}?${query}`,
          sent: { path: `${path}?${query}`, headers: key },
        }),
      ),
    );
}

/** What HTTP lets through as it is; the rest is encoded, as a client would have to. */
function pathPart(text: string): string {
  return /^[\w%.-]+$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

function headerText(text: string): string {
  return [...text].filter((c) => c >= ' ' && c <= '~').join('');
}

function keys(): Hostile[] {
  return TEXTS.flatMap((text) => {
    const value = headerText(text);
    return [
      { authorization: `Bearer ${value}` },
      { authorization: `Bearer ent_test_${value}` },
      { 'x-api-key': value },
    ].map((headers) => ({
      name: JSON.stringify(headers),
      sent: { path: '/api/balance', headers },
    }));
  });
}

function cookies({ session }: Credentials): Hostile[] {
  const [name = ''] = (session.cookie ?? '').split('=');
  return TEXTS.map((text) => {
    const headers = { cookie: `${name}=${headerText(text)}; ${name}=x` };
    return { name: JSON.stringify(headers).slice(0, 80), sent: { path: '/api/keys', headers } };
  });
}

const HOST = 'Host: x\r\n';
const CLOSE = 'Connection: close\r\n';
const POST = `POST /api/deposit HTTP/1.1\r\n${HOST}`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** Bytes by which two servers in a row could come to disagree about where a request ends. */
export const SMUGGLING: readonly string[] = [
  `${POST}Content-Length: 5\r\n${CHUNKED}\r\n0\r\n\r\nX`,
  `${POST}${CHUNKED}Content-Length: 5\r\n\r\n0\r\n\r\nX`,
  `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`,
  `${POST}Content-Length: 5, 6\r\n\r\nabcde`,
  `${POST}Content-Length: +5\r\n\r\nabcde`,
  `${POST}Content-Length: -5\r\n\r\nabcde`,
  `${POST}Content-Length: 0x5\r\n\r\nabcde`,
  `${POST}Content-Length: 5e1\r\n\r\nabcde`,
  `${POST}Content-Length:\r\n\r\nabcde`,
  `${POST}Content-Length: 99999999999999999999999\r\n\r\nabcde`,
  `${POST}Content-Length : 5\r\n\r\nabcde`,
  `${POST}Content Length: 5\r\n\r\nabcde`,
  `${POST}Transfer-Encoding: xchunked\r\n${CLOSE}\r\n0\r\n\r\n`,
  `${POST}Transfer-Encoding: chunked, identity\r\n${CLOSE}\r\n0\r\n\r\n`,
  `${POST}Transfer-Encoding: identity\r\n${CLOSE}\r\nabc`,
  `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `${POST}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`,
  `${POST}${CHUNKED}\r\n5;\r\nabc`,
  `${POST}${CHUNKED}\r\n-1\r\nabc\r\n0\r\n\r\n`,
  `${POST}${CHUNKED}\r\nffffffffffffffff1\r\nabc`,
  `${POST}${CHUNKED}\r\n0x5\r\nabcde\r\n0\r\n\r\n`,
  `${POST}${CHUNKED}\r\n3\nabc\n0\n\n`,
  `GET /api/balance\r\n${HOST}\r\n`,
  `GET  /api/balance HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET /api/balance HTTP/1.1 \r\n${HOST}\r\n`,
  `GET /api/balance HTTP/1.1\n${HOST}\n`,
  `GET /api/balance HTTP/1.1\r${HOST}\r\r`,
  `GET /api/balance http/1.1\r\n${HOST}\r\n`,
  `GET /api/balance HTTP/1.2\r\n${HOST}\r\n`,
  `GET\t/api/balance\tHTTP/1.1\r\n${HOST}\r\n`,
  `get /api/balance HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/balance HTTP/1.1\r\n Host: x\r\n\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}X: a\r\n b\r\n${CLOSE}\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}X\u0000: a\r\n\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}X: a\u0000\r\n\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}X: a\nEvil: b\r\n${CLOSE}\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}(): a\r\n\r\n`,
  `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/balance HTTP/1.1\r\n${CLOSE}\r\n`,
  `GET http://[::1 HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET //evil.example/api/balance HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET http://evil.example/api/balance HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}Host: y\r\n${CLOSE}\r\n`,
  `GET /api/balance HTTP/1.1\r\n${HOST}Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`,
  `${POST}Expect: 100-continue\r\n${CLOSE}Content-Length: 2\r\n\r\n{}`,
];
