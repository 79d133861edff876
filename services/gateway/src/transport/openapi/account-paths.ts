import { inPath, operation } from './operation.ts';
import { body, integer, list, ref, text } from './schema.ts';

const EMAIL = text({ minLength: 1, maxLength: 254, format: 'email' });
const PASSWORD = text({ minLength: 1, maxLength: 1_024, format: 'password' });
const NEW_PASSWORD = text({ minLength: 12, maxLength: 200, format: 'password' });
const NAME = text({ minLength: 1, maxLength: 100 });
const KEY = inPath('keyId', 'Of the API key.');
const NEW_KEY = {
  apiKey: ref('ApiKey'),
  key: text({ description: 'Shown this once.' }),
};
/** Every call that changes something in the name of whoever is logged in. */
const CROSS_SITE = { 403: ['cross_site_request'] };

export const ACCOUNT_PATHS = {
  '/api/account': {
    post: operation({
      id: 'signUp',
      tag: 'Account',
      summary: 'Sign up',
      access: 'public',
      body: body({ email: EMAIL, password: NEW_PASSWORD, name: NAME }, [
        'email',
        'password',
        'name',
      ]),
      status: '201',
      reply: { account: ref('Account') },
      headers: ['Set-Cookie'],
      refusals: { ...CROSS_SITE, 409: ['conflict'] },
    }),
    get: operation({
      id: 'getAccount',
      tag: 'Account',
      summary: 'Who is logged in',
      access: 'session',
      reply: { account: ref('Account') },
    }),
  },
  '/api/account/password': {
    post: operation({
      id: 'changePassword',
      tag: 'Account',
      summary: 'Change the password; every other session ends',
      access: 'session',
      body: body({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD }, [
        'oldPassword',
        'newPassword',
      ]),
      refusals: { 401: ['wrong_credentials'], ...CROSS_SITE },
    }),
  },
  '/api/session': {
    post: operation({
      id: 'logIn',
      tag: 'Account',
      summary: 'Log in',
      access: 'public',
      body: body({ email: EMAIL, password: PASSWORD }, ['email', 'password']),
      reply: { account: ref('Account') },
      headers: ['Set-Cookie'],
      refusals: { 401: ['wrong_credentials'], ...CROSS_SITE },
    }),
    delete: operation({
      id: 'logOut',
      tag: 'Account',
      summary: 'Log out',
      access: 'session',
      refusals: CROSS_SITE,
    }),
  },
  '/api/sessions': {
    get: operation({
      id: 'listSessions',
      tag: 'Account',
      summary: 'Where the account is logged in',
      access: 'session',
      reply: { sessions: list(ref('Session')) },
    }),
  },
  '/api/sessions/{sessionId}': {
    delete: operation({
      id: 'endSession',
      tag: 'Account',
      summary: 'End a session',
      access: 'session',
      parameters: [inPath('sessionId', 'Of the session.')],
      refusals: { ...CROSS_SITE, 404: ['not_found'] },
    }),
  },
  '/api/keys': {
    post: operation({
      id: 'createKey',
      tag: 'API keys',
      summary: 'Create an API key',
      access: 'session',
      body: body(
        {
          name: NAME,
          scopes: list(text({ minLength: 1, maxLength: 40 }), {
            minItems: 1,
            maxItems: 20,
            description: 'Absent: all of them.',
          }),
          expiresAt: text({ format: 'date-time' }),
          allowedIps: list(text({ minLength: 1, maxLength: 64 }), {
            maxItems: 100,
            description: 'Addresses or CIDR ranges; absent or empty: from anywhere.',
          }),
        },
        ['name'],
      ),
      status: '201',
      reply: NEW_KEY,
      refusals: { ...CROSS_SITE, 409: ['key_limit_reached'] },
    }),
    get: operation({
      id: 'listKeys',
      tag: 'API keys',
      summary: 'List API keys, newest first',
      access: 'session',
      reply: { apiKeys: list(ref('ApiKey')) },
    }),
  },
  '/api/keys/{keyId}': {
    delete: operation({
      id: 'revokeKey',
      tag: 'API keys',
      summary: 'Revoke an API key; it is refused everywhere within five seconds',
      access: 'session',
      parameters: [KEY],
      refusals: { ...CROSS_SITE, 404: ['not_found'] },
    }),
  },
  '/api/keys/{keyId}/rotate': {
    post: operation({
      id: 'rotateKey',
      tag: 'API keys',
      summary: 'Replace an API key; the old one works on for the overlap',
      access: 'session',
      parameters: [KEY],
      body: body({ overlapSeconds: integer({ minimum: 0, maximum: 604_800, default: 86_400 }) }),
      status: '201',
      reply: NEW_KEY,
      refusals: {
        ...CROSS_SITE,
        404: ['not_found'],
        409: ['key_not_active', 'key_limit_reached'],
      },
    }),
  },
} as const;
