import { randomUUID } from 'node:crypto';
import { BODIES, TEXTS } from './hostile-texts.ts';
import { postJson, type Sent } from './http.ts';

/** Requests that nobody makes in good faith. Each must be refused, and none may do harm. */
export type Hostile = { readonly name: string; readonly sent: Sent };

type Headers = Record<string, string>;
type Credentials = { readonly key: Headers; readonly session: Headers };

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
  ['PATCH', '/api/account', 'session'],
  ['POST', '/api/session/proof', 'session'],
  ['POST', '/api/sessions/revoke-others', 'session'],
  ['POST', '/api/password-reset', 'session'],
  ['POST', '/api/password-reset/confirm', 'session'],
  ['POST', '/api/account/confirm-email', 'session'],
  ['POST', '/api/account/confirm-email/resend', 'session'],
  ['POST', '/api/two-factor', 'session'],
  ['DELETE', '/api/two-factor', 'session'],
  ['POST', '/api/two-factor/confirm', 'session'],
  ['POST', '/api/two-factor/recovery-codes', 'session'],
  ['POST', '/api/keys', 'session'],
  ['PATCH', `/api/keys/${id}`, 'session'],
  ['POST', `/api/keys/${id}/rotate`, 'session'],
] as const;

const ID_ROUTES = [
  ['GET', '/api/deposit/ID', 'key'],
  ['DELETE', '/api/deposit/ID', 'key'],
  ['GET', '/api/deposit/ID/refunds', 'key'],
  ['GET', '/api/deposit/ID/timeline', 'key'],
  ['GET', '/api/deposit/ID/receipt', 'key'],
  ['GET', '/api/webhooks/ID', 'key'],
  ['DELETE', '/api/webhooks/ID', 'key'],
  ['GET', '/api/webhooks/ID/deliveries', 'key'],
  ['GET', '/api/webhooks/ID/metrics', 'key'],
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
  ['/api/audit?limit=TEXT', 'session'],
  ['/api/audit?cursor=TEXT', 'session'],
  ['/api/audit?from=TEXT', 'session'],
  ['/api/deposit?limit=TEXT', 'key'],
  ['/api/deposit?cursor=TEXT', 'key'],
  ['/api/deposit?from=TEXT', 'key'],
  ['/api/deposit?status=TEXT', 'key'],
  [`/api/deposit/${id}?wait=TEXT`, 'key'],
  [`/api/deposit/${id}/refunds?cursor=TEXT`, 'key'],
  [`/api/deposit/${id}/refunds?limit=TEXT`, 'key'],
  ['/api/statement?cursor=TEXT', 'key'],
  ['/api/statement?to=TEXT', 'key'],
  ['/api/events?after=TEXT', 'key'],
  ['/api/events?limit=TEXT', 'key'],
  ['/api/deliveries?webhookId=TEXT', 'key'],
  ['/api/deliveries?event=TEXT', 'key'],
  ['/api/deliveries?eventId=TEXT', 'key'],
  ['/api/deliveries?status=TEXT', 'key'],
  ['/api/deliveries?cursor=TEXT', 'key'],
  ['/api/deliveries?from=TEXT', 'key'],
  [`/api/webhooks/${id}/metrics?from=TEXT`, 'key'],
  [`/api/webhooks/${id}/metrics?to=TEXT`, 'key'],
] as const;

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
    ...names(credentials),
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
  const lists = ['/api/deposit', '/api/statement', '/api/deliveries'];
  return [...lists, `/api/webhooks/${id}/deliveries`].flatMap((path) =>
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

function names({ key }: Credentials): Hostile[] {
  return ['', 'x'.repeat(256), 'a\tb', '\u00e9'].map((text) => ({
    name: `Idempotency-Key ${JSON.stringify(text.slice(0, 20))}`,
    sent: postJson('/api/deposit', { value: 5000 }, { ...key, 'idempotency-key': text }),
  }));
}
