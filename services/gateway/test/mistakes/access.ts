import { postJson } from '../http.ts';
import { anonymous, ask, badKey, bearer, inQuery, keyIn, type Mistake, scheme } from './mistake.ts';

/** Mistakes with keys. */
export const ACCESS_MISTAKES: readonly Mistake[] = [
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
