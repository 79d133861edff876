import { ERROR_CODES } from '../src/transport/openapi/error-codes.ts';
import { expectRefusal, postJson, type RawRequest } from './http.ts';
import { newShop } from './shop.ts';

/** What a newcomer has at hand. */
type Newcomer = {
  readonly key: string;
  readonly narrowKey: string;
  readonly elsewhereKey: string;
  readonly chargeId: string;
  readonly open: string;
  readonly paid: string;
};
/** What is wrong, the request, the code that it gets, and the hint; a field is named in `details`. */
type Mistake = readonly [
  what: string,
  sent: (newcomer: Newcomer) => RawRequest,
  code: string,
  hint?: RegExp | undefined,
  more?: { readonly field?: string; readonly error?: RegExp },
];

type Headers = Record<string, string>;
type AtPath = string | ((newcomer: Newcomer) => string);
const pathOf = (at: AtPath, newcomer: Newcomer) => (typeof at === 'string' ? at : at(newcomer));

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const ask =
  (at: AtPath, method = 'GET') =>
  (newcomer: Newcomer): RawRequest => {
    return { method, path: pathOf(at, newcomer), headers: bearer(newcomer.key) };
  };
const post =
  (at: AtPath, body: unknown, headers: Headers = {}) =>
  (newcomer: Newcomer): RawRequest =>
    postJson(pathOf(at, newcomer), body, { ...bearer(newcomer.key), ...headers });
const deposit = (body: unknown, headers = {}) => post('/api/deposit', body, headers);
const anonymous =
  (headers: (key: string) => Headers, query = '') =>
  ({ key }: Newcomer): RawRequest => ({ path: `/api/balance${query}`, headers: headers(key) });
const hook = (body: object) => post('/api/webhooks', { name: 'Shop', ...body });

const value = (body: unknown, hint: RegExp): Mistake => {
  const sent = deposit(body === undefined ? '' : body);
  const error = /^value must be a positive integer \(cents\)$/;
  return [`value: ${JSON.stringify(body) ?? 'no body'}`, sent, 'invalid_value', hint, { error }];
};
const keyIn = (header: string, hint: RegExp): Mistake => {
  const sent = anonymous((key) => ({ [header]: header === 'cookie' ? `api_key=${key}` : key }));
  return [`key in ${header}`, sent, 'missing_api_key', hint];
};
const scheme = (prefix: string, hint: RegExp): Mistake => {
  const sent = anonymous((key) => ({ authorization: `${prefix}${key}` }));
  return [`Authorization: ${prefix}key`, sent, 'missing_api_key', hint];
};
const inQuery = (name: string, hint: RegExp): Mistake => {
  return [`?${name}=`, anonymous(() => ({}), `?${name}=x`), 'missing_api_key', hint];
};
const badKey = (key: (good: string) => string, hint: RegExp): Mistake => {
  const sent = anonymous((good) => bearer(key(good)));
  return [`key ${key('ent_test_…')}`, sent, 'invalid_api_key', hint];
};
const path = (wrong: string, hint: RegExp): Mistake => {
  return [`path ${wrong}`, ask(wrong), 'not_found', hint];
};
/** `problem` is the rest of the error, after what every such error says. */
const json = (body: string, problem = ''): Mistake => {
  const error = new RegExp(`^Request body must be a JSON object${problem}$`);
  return [`body ${body}`, deposit(body), 'invalid_json', undefined, { error }];
};
const field = (body: object, hint: RegExp): Mistake => {
  const [name = ''] = Object.keys(body);
  const sent = deposit({ value: 500, ...body });
  return [`deposit ${JSON.stringify(body)}`, sent, 'invalid_request', hint, { field: name }];
};
/** Its first parameter is wrong. */
const query = (wrong: string, hint?: RegExp): Mistake => {
  const [, name = ''] = /\?(\w+)=/.exec(wrong) ?? [];
  return [`GET ${wrong}`, ask(wrong), 'invalid_request', hint, { field: name }];
};
const url = (wrong: string, error = /^url must/): Mistake => {
  return [`webhook to ${wrong}`, hook({ url: wrong }), 'invalid_url', undefined, { error }];
};

/** Mistakes in bodies. */
const BODY_MISTAKES: readonly Mistake[] = [
  value({ amount: 5000 }, /^The field is `value`, not `amount`, and in cents: /),
  value({ valor: 50 }, /not `valor`/),
  value({ price: 50 }, /not `price`/),
  value({ total: 50 }, /not `total`/),
  value({ amountCents: 5000 }, /not `amountCents`/),
  value({}, /^`value` is missing: /),
  value({ Value: 5000 }, /^The field is `value`: names are case-sensitive\. \{"value": 5000\}/),
  value({ value: '50.00' }, /^It is text, send a number without quotes: /),
  value({ value: '5000' }, /^It is text/),
  value({ value: 'R$ 50,00' }, /^It is text/),
  value({ value: 50.5 }, /^It has a fraction, send cents: .* is R\$ 50,00/),
  value({ value: 0 }, /^It is below 1/),
  value({ value: -100 }, /^It is below 1/),
  value({ value: null }, /^It is not a number/),
  value({ value: true }, /^It is not a number/),
  value({ value: { cents: 5000 } }, /^It is not a number/),
  value({ value: [5000] }, /^It is not a number/),
  value({ value: 1e300 }, /^It is too large to be exact/),
  value([{ value: 5000 }], /^The body is a list: send one deposit per request/),
  value(undefined, /^The body is empty/),
  [
    'no body and no content type',
    ask('/api/deposit', 'POST'),
    'invalid_value',
    /^The body is empty/,
    { error: /^value must be a positive integer \(cents\)$/ },
  ],
  json('{"value": 5000', ': it is malformed at line 1, column 15'),
  json('{"value": 5000,}', ': it is malformed at line 1, column 16'),
  json("{'value': 5000}", ': it is malformed at line 1, column 2'),
  json('{\n  "value": 5000\n  "externalId": "a"\n}', ': it is malformed at line 3, column 3'),
  json('value=5000', ': it is malformed at line 1, column 1'),
  json('5000'),
  json('"5000"'),
  json('null'),
  ['a list where fields are expected', post('/api/webhooks', []), 'invalid_json'],
  [
    'a form',
    deposit('value=5000', { 'content-type': 'application/x-www-form-urlencoded' }),
    'unsupported_media_type',
    /JSON object, not as a form/,
  ],
  [
    'no content type',
    deposit('{"value": 5000}', { 'content-type': '' }),
    'unsupported_media_type',
    /`Content-Type: application\/json`/,
  ],
  field({ expires_in: 600 }, /^Did you mean `expiresIn`\? Names are case-sensitive\.$/),
  field({ external_id: 'a' }, /`externalId`/),
  field({ descripton: 'a' }, /^Did you mean `description`\?$/),
  field(
    { currency: 'BRL' },
    /^Recognized fields: value, expiresIn, externalId, description, metadata\.$/,
  ),
];

/** Mistakes with keys. */
const ACCESS_MISTAKES: readonly Mistake[] = [
  keyIn(
    'x-api-token',
    /^The header `x-api-token` is not read\. Send the header `Authorization: Bearer <key>`\.$/,
  ),
  keyIn('api-key', /`api-key` is not read/),
  keyIn('apikey', /`apikey` is not read/),
  keyIn('x-auth-token', /`x-auth-token` is not read/),
  keyIn('access_token', /`access_token` is not read/),
  keyIn('token', /`token` is not read/),
  keyIn('cookie', /not read from a cookie/),
  scheme('Basic ', /has the scheme Basic\. Send/),
  scheme('Token ', /has the scheme Token/),
  scheme('ApiKey ', /has the scheme ApiKey/),
  scheme('', /has no scheme/),
  [
    'an empty key',
    anonymous(() => ({ authorization: 'Bearer ' })),
    'missing_api_key',
    /has no key/,
  ],
  inQuery('apikey', /parameter `apikey` is not read/),
  inQuery('access_token', /`access_token`/),
  [
    'key in the body',
    ({ key }) => postJson('/api/deposit', { value: 1, api_key: key }),
    'missing_api_key',
    /A key in the request body is not read/,
  ],
  ['no key at all', anonymous(() => ({})), 'missing_api_key', /^Send the header/],
  badKey(
    (good) => good.replace('_test_', '_live_'),
    /key of live mode, and this deployment is in test mode/,
  ),
  badKey((good) => good.slice(0, -1), /57 characters instead of 58/),
  badKey((good) => `"${good}"`, /without quotes/),
  badKey((good) => `Bearer ${good}`, /another word before it/),
  badKey(() => 'YOUR_API_KEY', /begins with `ent_test_`/),
  badKey((good) => `${good.slice(0, -4)}0000`, /mistyped, revoked, expired/),
  [
    'a key without the scope',
    ({ narrowKey }) => postJson('/api/deposit', { value: 1 }, bearer(narrowKey)),
    'insufficient_scope',
    undefined,
    { error: /^API key lacks the scope deposits:write$/ },
  ],
  [
    'a key of another address',
    ({ elsewhereKey }) => ({ path: '/api/balance', headers: bearer(elsewhereKey) }),
    'ip_not_allowed',
    /came from 127\.0\.0\.1: create a key/,
  ],
  [
    'an address without a domain at sign-up',
    () => postJson('/api/account', { email: 'a@b', password: 'correct horse', name: 'Shop' }),
    'invalid_request',
    undefined,
    { field: 'email' },
  ],
  [
    'a key where a session is needed',
    ask('/api/keys'),
    'session_required',
    /^An API key cannot be used here: .* in the dashboard, or with the cookie of POST \/api\/session\.$/,
  ],
];

const OPEN = ({ open }: Newcomer) => `/api/deposit/${open}`;
const PAID = ({ paid }: Newcomer) => `/api/deposit/${paid}`;
const REFUND = (newcomer: Newcomer) => `${PAID(newcomer)}/refund`;

/** Mistakes in paths, methods, queries and URLs. */
const PATH_MISTAKES: readonly Mistake[] = [
  path(
    '/api/deposits',
    /^There is no GET \/api\/deposits\. Did you mean \/api\/deposit\? The documentation is at \/docs\.$/,
  ),
  path('/api/v1/deposit', /Did you mean \/api\/deposit\?/),
  path('/v1/charges', /Did you mean \/api\/deposit\?/),
  path('/deposit', /Did you mean \/api\/deposit\?/),
  path('/api/webhook', /Did you mean \/api\/webhooks\?/),
  path('/api/nothing', /^There is no GET \/api\/nothing\. The documentation is at \/docs\.$/),
  path(`/api/${'x'.repeat(300)}`, /^There is no GET \/api\/…\. /),
  path('/api/ent_test_4f7k9q2m8s3x', /^There is no GET \/api\/…\. /),
  [
    'charge id as paymentLinkId',
    ask(({ chargeId }) => `/api/deposit/${chargeId}`),
    'charge_not_found',
    /looks like the `id` of a charge/,
  ],
  ['externalId as paymentLinkId', ask('/api/deposit/order-7'), 'charge_not_found', /\?externalId=/],
  [
    'paymentLinkId of nobody',
    ask('/api/deposit/6a0c1d5e-0000-4000-8000-000000000001'),
    'charge_not_found',
    /account and the mode of the key/,
  ],
  ['PUT a deposit', ask(OPEN, 'PUT'), 'method_not_allowed', undefined, { error: /GET or DELETE/ }],
  [
    'GET a refund',
    ask((newcomer) => `${OPEN(newcomer)}/refund`),
    'method_not_allowed',
    undefined,
    { error: /use POST/ },
  ],
  [
    'a cancellation with POST',
    post((newcomer) => `${OPEN(newcomer)}/cancel`, {}),
    'not_found',
    /Did you mean DELETE \/api\/deposit\/\{paymentLinkId\}\?/,
  ],
  [
    'a cancellation of what is paid',
    ask(PAID, 'DELETE'),
    'charge_not_pending',
    /^It is paid: refund it instead, with POST /,
  ],
  [
    'a refund of what is not paid',
    post((newcomer) => `${OPEN(newcomer)}/refund`, {}, { 'idempotency-key': 'a' }),
    'charge_not_completed',
  ],
  ...[{ value: 10_000 }, {}].map(
    (body): Mistake => [
      `a refund ${JSON.stringify(body)} of more than the balance`,
      post(REFUND, body, { 'idempotency-key': `c${JSON.stringify(body)}` }),
      'insufficient_balance',
      /^The refund needs 10000 cents\. The balance is 9\d{3} cents\. Refund less, .*new Idempotency-Key/,
    ],
  ),
  ...[{ cursor: 'malformed' }, { cursor: 7 }].map(
    (body): Mistake => [
      `acknowledging up to ${JSON.stringify(body)}`,
      post('/api/events/ack', body),
      'invalid_cursor',
      undefined,
      { field: 'cursor' },
    ],
  ),
  query('/api/deposit?status=PAID'),
  query('/api/deposit?status=PENDING&status=EXPIRED'),
  query('/api/deposit?from=2026-11-15'),
  query('/api/deposit?from=yesterday'),
  query('/api/deposit?to=2026-02-30T00:00:00Z'),
  query('/api/deposit?externalId='),
  query('/api/deposit?page=2', /^Recognized fields: status, externalId, .*cursor/),
  query('/api/deposit?Limit=2', /`limit`\? .*case-sensitive/),
  query('/api/deposit?external_id=a', /`externalId`/),
  query('/api/deposit?statuss=PENDING', /mean `status`\?$/),
  query(
    '/api/statement?from=2026-11-15T12:00:00+03:00',
    /^A plus sign in a query means a space: write it as %2B in `from`\.$/,
  ),
  query('/api/deposit?sep=|&format=csv'),
  query('/api/events?since=0', /^Recognized fields: cursor, /),
  url('shop.example/hook', /^url must be an absolute URL that starts with http/),
  url('ftp://shop.example/hook', /^url must be an absolute URL that starts with http/),
  url('https://me:secret@shop.example', /user name or password/),
  url('https://169.254.169.254/'),
  url('http://192.168.0.7/hook', /for a receiver on this machine use http:\/\/localhost$/),
  url('https://10.0.0.7/hook'),
  [
    'webhook for an unknown event',
    hook({ url: 'https://shop.example/hook', events: ['deposit.paid'] }),
    'invalid_events',
    undefined,
    { error: /DEPOSIT_ASSET_SUCCESS, / },
  ],
];

const shop = newShop();
const { system, call } = shop;
let newcomer: Newcomer;
beforeAll(async () => {
  const [open, paid] = [await shop.deposit(), await shop.credited()];
  const { accountId } = shop;
  const elsewhere = { accountId, name: 'elsewhere', allowedIps: ['203.0.113.1'] };
  newcomer = {
    key: await system.newKey(accountId),
    narrowKey: await system.newKey(accountId, ['deposits:read']),
    elsewhereKey: (await system.auth.rpc.createKey(elsewhere)).key,
    chargeId: open.id,
    open: open.paymentLinkId,
    paid: paid.paymentLinkId,
  };
});

/** Of people who use the API for the first time. */
const MISTAKES = [...BODY_MISTAKES, ...ACCESS_MISTAKES, ...PATH_MISTAKES];

test.each(MISTAKES.map((mistake) => [mistake[0], mistake] as const))(
  '%s',
  async (_what, mistake) => {
    const [, sent, code, hint, { field, error = /./ } = {}] = mistake;
    const reply = await call(sent(newcomer));
    const [status = 0] = ERROR_CODES[code]?.statuses ?? [];
    expectRefusal(reply, { status, code });
    expect(reply.body.error).toMatch(error);
    if (field) expect(reply.body.details).toMatchObject([{ field }]);
    expect(reply.body.hint).toEqual(hint ? expect.stringMatching(hint) : undefined);
  },
);
