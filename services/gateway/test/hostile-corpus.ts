import { type DocumentedCall, documentedCalls, pathOf } from './documented-calls.ts';
import { BODIES, TEXTS } from './hostile-texts.ts';
import { postJson, type RawRequest } from './http.ts';

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
