import type { IncomingHttpHeaders } from 'node:http';

const HOW = 'Send the header `Authorization: Bearer <key>`';

/** Where other APIs expect a key. Ours is not read from there. */
const WRONG_HEADERS = [
  'api-key',
  'apikey',
  'x-apikey',
  'x-api-token',
  'x-auth-token',
  'x-access-token',
  'x-auth-key',
  'access_token',
  'access-token',
  'token',
];
const WRONG_PARAMETERS = ['apikey', 'apiKey', 'api-key', 'key', 'token', 'access_token'];
const SCHEME = /^([A-Za-z][\w-]{0,19}) /;
const KEY = /^ent_(live|test)_/;
const KEY_LENGTH = 58;

type RequestParts = { readonly headers: IncomingHttpHeaders; readonly query: object };

/** What to do when no key was found: where one may have been sent instead. */
export function missingKeyHint({ headers, query }: RequestParts): string {
  const { authorization } = headers;
  if (authorization !== undefined) return `${authorizationProblem(authorization)}. ${HOW}.`;
  const header = WRONG_HEADERS.find((name) => headers[name] !== undefined);
  if (header) return `The header \`${header}\` is not read. ${HOW}.`;
  const parameter = WRONG_PARAMETERS.find((name) => name in query);
  if (parameter) return `The query parameter \`${parameter}\` is not read. ${HOW}.`;
  if (/(?:^|[;\s])(?:api[_-]?key|token)=/i.test(headers.cookie ?? '')) {
    return `An API key is not read from a cookie. ${HOW}.`;
  }
  return `${HOW}. A key in the request body is not read.`;
}

function authorizationProblem(authorization: string): string {
  const value = authorization.trim();
  if (KEY.test(value)) return 'The Authorization header has no scheme';
  const scheme = SCHEME.exec(value)?.[1];
  if (!scheme || /^bearer$/i.test(scheme)) return 'The Authorization header has no key';
  return `The Authorization header has the scheme ${scheme}`;
}

/** What to do when a session is needed, and a key was sent instead. */
export function sessionHint(key: string): string | undefined {
  if (key === '') return undefined;
  return 'An API key cannot be used here: keys and the account are managed in the dashboard, or with the cookie of POST /api/session.';
}

/** What to do when the key that was found is invalid. */
export function invalidKeyHint(key: string, mode: string): string {
  const keyMode = KEY.exec(key)?.[1];
  if (!keyMode) {
    return 'An API key begins with `ent_test_` or `ent_live_`: send it whole, without quotes or another word before it.';
  }
  if (keyMode !== mode) {
    return `This is a key of ${keyMode} mode, and this deployment is in ${mode} mode.`;
  }
  if (key.length !== KEY_LENGTH) {
    return `The key has ${key.length} characters instead of ${KEY_LENGTH}: copy it whole.`;
  }
  return 'It is mistyped, revoked, expired or of another deployment: use a key from the dashboard of this one.';
}
