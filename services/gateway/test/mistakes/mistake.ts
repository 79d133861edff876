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
/** What is wrong, the request, and the status, code, sentence and hint that it gets. */
export type Mistake = readonly [
  what: string,
  sent: (newcomer: Newcomer) => RawRequest,
  status: number,
  code: string,
  error: string | RegExp,
  hint?: RegExp | undefined,
];

const VALUE = 'value must be a positive integer (cents)';
export const OBJECT = 'Request body must be a JSON object';
export const NO_KEY = 'API key is required';
const BAD_KEY = 'Invalid API key';
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
export const get =
  (path: string) =>
  ({ key }: Newcomer): RawRequest => ({ path, headers: bearer(key) });
export const post =
  (path: string, body: unknown, headers = {}) =>
  ({ key }: Newcomer): RawRequest =>
    postJson(path, body, { ...bearer(key), ...headers });
export const deposit = (body: unknown, headers = {}) => post('/api/deposit', body, headers);
export const anonymous =
  (headers: (key: string) => Record<string, string>, query = '') =>
  ({ key }: Newcomer): RawRequest => ({ path: `/api/balance${query}`, headers: headers(key) });
export const hook = (body: object) => post('/api/webhooks', { name: 'Shop', ...body });
export const value = (body: unknown, hint: RegExp): Mistake => [
  `value: ${JSON.stringify(body) ?? 'no body'}`,
  deposit(body === undefined ? '' : body),
  400,
  'invalid_value',
  VALUE,
  hint,
];
export const keyIn = (header: string, hint: RegExp): Mistake => [
  `key in ${header}`,
  anonymous((key) => ({ [header]: header === 'cookie' ? `api_key=${key}` : key })),
  401,
  'missing_api_key',
  NO_KEY,
  hint,
];
export const scheme = (prefix: string, hint: RegExp): Mistake => [
  `Authorization: ${prefix}key`,
  anonymous((key) => ({ authorization: `${prefix}${key}` })),
  401,
  'missing_api_key',
  NO_KEY,
  hint,
];
export const badKey = (key: (good: string) => string, hint: RegExp): Mistake => [
  `key ${key('ent_test_…')}`,
  anonymous((good) => bearer(key(good))),
  401,
  'invalid_api_key',
  BAD_KEY,
  hint,
];
export const path = (wrong: string, hint: RegExp): Mistake => [
  `path ${wrong}`,
  get(wrong),
  404,
  'not_found',
  'Not found',
  hint,
];
export const json = (body: string, error: string): Mistake => [
  `body ${body}`,
  deposit(body),
  400,
  'invalid_json',
  error,
];
export const field = (body: object, error: string, hint?: RegExp): Mistake => [
  `deposit ${JSON.stringify(body)}`,
  deposit({ value: 500, ...body }),
  400,
  'invalid_request',
  error,
  hint,
];
export const query = (wrong: string, error: string, hint?: RegExp): Mistake => [
  `GET ${wrong}`,
  get(wrong),
  400,
  'invalid_request',
  error,
  hint,
];
export const url = (wrong: string, error: string | RegExp): Mistake => [
  `webhook to ${wrong}`,
  hook({ url: wrong }),
  400,
  'invalid_url',
  error,
];
