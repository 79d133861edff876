import type { IncomingHttpHeaders } from 'node:http';
import type { FieldProblem, PublicError } from '@entrada/platform/errors/app-error';
import type { Request, Response } from 'express';
import { ERROR_CODES } from '../openapi/error-codes.ts';
import { ipOf, presentedKeyOf } from './request-context.ts';

/** Parameters of the route are gone when an error is handled. */
const LINK = /^\/api\/deposit\/([^/]+)/i;

export type HintSources = {
  /** Of the deployment. */
  readonly mode: () => string;
  /** That a request with a wrong path may mean. */
  readonly paths: readonly string[];
};

/** What to do about an error, where it depends on the request; services do not know it. */
export function hintFor(
  { reason, hint, fields }: PublicError,
  request: Request,
  response: Response,
  { mode, paths }: HintSources,
): string | undefined {
  if (hint !== undefined) return hint;
  switch (reason) {
    case 'missing_api_key':
      return missingKeyHint(request);
    case 'invalid_api_key':
      return invalidKeyHint(keyOf(request, response), mode());
    case 'session_required':
      return sessionHint(keyOf(request, response));
    case 'invalid_request':
      return plusHint(request.originalUrl, fields);
    case 'ip_not_allowed':
      return `The request came from ${ipOf(request)}: create a key that allows this address.`;
    case 'webhook_test_failed':
      return 'Start the receiver first, or send `skipTest`: true and test the webhook later.';
    case 'charge_not_found':
      return request.path.startsWith('/api/')
        ? paymentLinkHint(LINK.exec(request.path)?.[1] ?? String(request.body?.paymentLinkId))
        : undefined;
    case 'account_frozen':
    case 'external_id_conflict':
    case 'idempotency_in_progress':
    case 'idempotency_key_reused':
    case 'provider_unavailable':
      return ERROR_CODES[reason]?.todo;
    case 'not_found':
      return request.route ? undefined : pathHint(request.method, request.path, paths);
    default:
      return undefined;
  }
}

function keyOf(request: Request, response: Response): string {
  return presentedKeyOf(request, response)?.key ?? '';
}

/** For a field of the query that was written with a plus sign, which is read as a space. */
function plusHint(url: string, fields: readonly FieldProblem[]): string | undefined {
  const [, query = ''] = url.split('?', 2);
  const withPlus = query.split('&').filter((pair) => pair.includes('+'));
  const names = withPlus.flatMap((pair) => [...new URLSearchParams(pair).keys()]);
  const name = fields.map(({ field }) => field).find((field) => names.includes(field));
  if (name === undefined) return undefined;
  return `A plus sign in a query means a space: write it as %2B in \`${name}\`.`;
}

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
function sessionHint(key: string): string | undefined {
  if (key === '') return undefined;
  return 'An API key cannot be used here: keys and the account are managed in the dashboard, or with the cookie of POST /api/session.';
}

/** What to do when the key that was found is invalid. */
function invalidKeyHint(key: string, mode: string): string {
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

/** Anything else in a path may be a secret in the wrong place. */
const WORD = /^[a-z][a-z._-]{0,23}$/i;
const WORDS_MAX = 8;
const DOCS = 'The documentation is at /docs.';
const CHARGE_ID = /^[0-9a-f]{24}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const VERSION = /^v\d+$/i;
/** Words of other APIs for what is `deposit` here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  charge: 'deposit',
  cob: 'deposit',
  payment: 'deposit',
  pix: 'deposit',
  transaction: 'statement',
};
/** Other APIs have a path for it. */
const CANCEL = /\/cancel\/?$/i;
const CANCELLATION = 'DELETE /api/deposit/{paymentLinkId}';

/** For a path that does not exist: the request, a similar path of `known`, and where the paths are described. */
export function pathHint(method: string, path: string, known: readonly string[]): string {
  const words = path.split('/').slice(0, WORDS_MAX);
  const shown = words.map((word) => (isShown(word) ? word : '…')).join('/');
  const similar = CANCEL.test(path) ? CANCELLATION : similarPath(path, known);
  const guess = similar ? ` Did you mean ${similar}?` : '';
  return `There is no ${method} ${shown}.${guess} ${DOCS}`;
}

function isShown(word: string): boolean {
  return word === '' || WORD.test(word) || VERSION.test(word);
}

function similarPath(path: string, known: readonly string[]): string | undefined {
  const wanted = wordsOf(path);
  return known.find((other) => {
    const words = wordsOf(other);
    if (words.length !== wanted.length) return false;
    return words.every((word, i) => word.startsWith('{') || word === wanted[i]);
  });
}

/** Without version, prefix and plural, which differ most between APIs. */
function wordsOf(path: string): string[] {
  const words = path.split('/').filter((word) => word !== '' && !VERSION.test(word));
  return words
    .filter((word) => word.toLowerCase() !== 'api')
    .map((word) => (word.startsWith('{') ? word : word.toLowerCase().replace(/s$/, '')))
    .map((word) => SYNONYMS[word] ?? word);
}

/** For an id of which there is no deposit: what it looks like instead. */
function paymentLinkHint(id: string): string {
  if (CHARGE_ID.test(id)) {
    return 'This looks like the `id` of a charge: use its `paymentLinkId`, or find it with GET /api/deposit?q=.';
  }
  if (!UUID.test(id)) {
    return 'A `paymentLinkId` is a UUID. If this is your own identifier, use GET /api/deposit?externalId=.';
  }
  return 'No deposit of this account has this `paymentLinkId`: check the account and the mode of the key.';
}
