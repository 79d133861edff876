import { postJson, type RawRequest } from '../http.ts';

/** What a newcomer has at hand. */
export type Newcomer = {
  readonly key: string;
  readonly narrowKey: string;
  readonly elsewhereKey: string;
  readonly chargeId: string;
  readonly open: string;
  readonly paid: string;
};
/** What is wrong, the request, the code that it gets, and the hint; a field is named in `details`. */
export type Mistake = readonly [
  what: string,
  sent: (newcomer: Newcomer) => RawRequest,
  code: string,
  hint?: RegExp | undefined,
  more?: { readonly field?: string; readonly error?: RegExp },
];

type Headers = Record<string, string>;
type AtPath = string | ((newcomer: Newcomer) => string);
const pathOf = (at: AtPath, newcomer: Newcomer) => (typeof at === 'string' ? at : at(newcomer));

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
export const ask =
  (at: AtPath, method = 'GET') =>
  (newcomer: Newcomer): RawRequest => {
    return { method, path: pathOf(at, newcomer), headers: bearer(newcomer.key) };
  };
export const post =
  (at: AtPath, body: unknown, headers: Headers = {}) =>
  (newcomer: Newcomer): RawRequest =>
    postJson(pathOf(at, newcomer), body, { ...bearer(newcomer.key), ...headers });
export const deposit = (body: unknown, headers = {}) => post('/api/deposit', body, headers);
export const anonymous =
  (headers: (key: string) => Headers, query = '') =>
  ({ key }: Newcomer): RawRequest => ({ path: `/api/balance${query}`, headers: headers(key) });
export const hook = (body: object) => post('/api/webhooks', { name: 'Shop', ...body });

export const value = (body: unknown, hint: RegExp): Mistake => {
  const sent = deposit(body === undefined ? '' : body);
  const error = /^value must be a positive integer \(cents\)$/;
  return [`value: ${JSON.stringify(body) ?? 'no body'}`, sent, 'invalid_value', hint, { error }];
};
export const keyIn = (header: string, hint: RegExp): Mistake => {
  const sent = anonymous((key) => ({ [header]: header === 'cookie' ? `api_key=${key}` : key }));
  return [`key in ${header}`, sent, 'missing_api_key', hint];
};
export const scheme = (prefix: string, hint: RegExp): Mistake => {
  const sent = anonymous((key) => ({ authorization: `${prefix}${key}` }));
  return [`Authorization: ${prefix}key`, sent, 'missing_api_key', hint];
};
export const inQuery = (name: string, hint: RegExp): Mistake => {
  return [`?${name}=`, anonymous(() => ({}), `?${name}=x`), 'missing_api_key', hint];
};
export const badKey = (key: (good: string) => string, hint: RegExp): Mistake => {
  const sent = anonymous((good) => bearer(key(good)));
  return [`key ${key('ent_test_…')}`, sent, 'invalid_api_key', hint];
};
export const path = (wrong: string, hint: RegExp): Mistake => [
  ...([`path ${wrong}`, ask(wrong), 'not_found', hint] as const),
];
/** `problem` is the rest of the error, after what every such error says. */
export const json = (body: string, problem = ''): Mistake => {
  const error = new RegExp(`^Request body must be a JSON object${problem}$`);
  return [`body ${body}`, deposit(body), 'invalid_json', undefined, { error }];
};
export const field = (body: object, hint: RegExp): Mistake => {
  const [name = ''] = Object.keys(body);
  const sent = deposit({ value: 500, ...body });
  return [`deposit ${JSON.stringify(body)}`, sent, 'invalid_request', hint, { field: name }];
};
/** Its first parameter is wrong. */
export const query = (wrong: string, hint?: RegExp): Mistake => {
  const [, name = ''] = /\?(\w+)=/.exec(wrong) ?? [];
  return [`GET ${wrong}`, ask(wrong), 'invalid_request', hint, { field: name }];
};
export const url = (wrong: string, error = /^url must/): Mistake => {
  return [`webhook to ${wrong}`, hook({ url: wrong }), 'invalid_url', undefined, { error }];
};
