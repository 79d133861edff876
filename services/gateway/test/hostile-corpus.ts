import { randomUUID } from 'node:crypto';
import { postJson, type Sent } from './http.ts';

/** Requests that nobody makes in good faith. Each must be refused, and none may do harm. */
export type Hostile = { readonly name: string; readonly sent: Sent };

type Headers = Record<string, string>;
type Credentials = { readonly key: Headers; readonly session: Headers };

const DEEP = 5_000;

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

const BODIES: readonly (string | Buffer)[] = [
  '{',
  '}',
  '[',
  '"',
  'null',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{"a":1}}',
  '{"__proto__":{"value":5000,"name":"x"}}',
  '{"constructor":{"prototype":{"value":5000}}}',
  '{"value":{"$gt":0},"name":{"$ne":null}}',
  '{"value":["5000"],"name":["x"],"email":["a"],"cursor":["x"],"from":["x"]}',
  '{"value":1e999,"name":1e999,"overlapSeconds":1e999}',
  '{"value":-5,"name":"","email":"","password":"","cursor":"","from":"","overlapSeconds":-5}',
  '{"value":true,"name":true,"email":true,"cursor":true,"from":true,"overlapSeconds":true}',
  '{"value":null,"name":null,"email":null,"cursor":null,"from":null,"overlapSeconds":null}',
  `{"value":"${'9'.repeat(5_000)}","name":"${'x'.repeat(5_000)}","cursor":"${'x'.repeat(5_000)}"}`,
  `{"value":${'9'.repeat(5_000)},"name":5,"cursor":5,"overlapSeconds":${'9'.repeat(400)}}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `{"value":"\\u0000","name":"\\u0000","email":"\\u0000","cursor":"\\u0000","from":"\\u0000","x":1}`,
  `{"value":"\\ud800","name":"\\ud800\\u0000","email":"\\ud800","cursor":"\\ud800","overlapSeconds":"\\ud800"}`,
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d, 0x7d]),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b]),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.alloc(64),
  `{"filler":"${'x'.repeat(40_000)}"}`,
];

const id = randomUUID();
const DOORS = [
  ['POST', '/api/deposit', 'key'],
  ['POST', `/api/deposit/${id}/refund`, 'key'],
  ['POST', '/api/webhooks', 'key'],
  ['PATCH', `/api/webhooks/${id}`, 'key'],
  ['POST', `/api/webhooks/${id}/rotate-secret`, 'key'],
  ['POST', `/api/webhooks/${id}/test`, 'key'],
  ['POST', `/api/webhooks/${id}/replay`, 'key'],
  ['POST', `/api/deliveries/${id}/redeliver`, 'key'],
  ['POST', '/api/events/ack', 'key'],
  ['POST', '/api/account', 'session'],
  ['POST', '/api/session', 'session'],
  ['POST', '/api/account/password', 'session'],
  ['POST', '/api/keys', 'session'],
  ['POST', `/api/keys/${id}/rotate`, 'session'],
] as const;

const ID_ROUTES = [
  ['GET', '/api/deposit/ID', 'key'],
  ['DELETE', '/api/deposit/ID', 'key'],
  ['GET', '/api/deposit/ID/timeline', 'key'],
  ['GET', '/api/deposit/ID/receipt', 'key'],
  ['GET', '/api/webhooks/ID', 'key'],
  ['DELETE', '/api/webhooks/ID', 'key'],
  ['GET', '/api/webhooks/ID/deliveries', 'key'],
  ['GET', '/api/deliveries/ID', 'key'],
  ['DELETE', '/api/keys/ID', 'session'],
  ['DELETE', '/api/sessions/ID', 'session'],
  ['GET', '/payment-link/ID', 'key'],
  ['GET', '/payment-link/ID/qr.png', 'key'],
  ['GET', '/payment-link/ID/status', 'key'],
  ['GET', '/events/schemas/ID', 'key'],
] as const;

/** Parameters that no text of the table is good for. */
const QUERIES = [
  '/api/deposit?limit=TEXT',
  '/api/deposit?cursor=TEXT',
  '/api/deposit?from=TEXT',
  '/api/deposit?status=TEXT',
  `/api/deposit/${id}?wait=TEXT`,
  '/api/statement?cursor=TEXT',
  '/api/statement?to=TEXT',
  '/api/events?after=TEXT',
  '/api/events?limit=TEXT',
];

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
  const queries = QUERIES.flatMap((path) =>
    TEXTS.map((text) => {
      const sent = { path: path.replace('TEXT', pathPart(text)), headers: credentials.key };
      return { name: `GET ${sent.path.slice(0, 80)}`, sent };
    }),
  );
  return [...bodies, ...ids, ...queries, ...keys(), ...cookies(credentials), ...names(credentials)];
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

function names({ key }: Credentials): Hostile[] {
  return ['', 'x'.repeat(256), 'a\tb', '\u00e9'].map((text) => ({
    name: `Idempotency-Key ${JSON.stringify(text.slice(0, 20))}`,
    sent: postJson('/api/deposit', { value: 5000 }, { ...key, 'idempotency-key': text }),
  }));
}
