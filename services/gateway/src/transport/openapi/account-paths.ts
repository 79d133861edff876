import { credentials, newAccount, newKey, passwordChange, rotation } from '../requests/accounts.ts';
import { ACCOUNT_TERMS } from './account-terms.ts';
import { inPath, operation } from './operation.ts';
import { list, ref, text } from './schema.ts';

const KEY = inPath('keyId', 'Id of the API key.');
const NEW_KEY = {
  apiKey: ref('ApiKey'),
  key: text({ description: 'The API key. It is shown only this once.' }),
};
const NO_ACCOUNT = { 404: ['account_not_found'] };
/** Of every operation that changes something for the logged-in account. */
const CROSS_SITE = { 403: ['cross_site_request'] };

export const ACCOUNT_PATHS = {
  '/api/account': {
    post: operation({
      id: 'signUp',
      tag: 'Account',
      summary: 'Sign up',
      access: 'public',
      body: newAccount,
      status: '201',
      reply: { account: ref('Account') },
      headers: ['Set-Cookie'],
      refusals: { ...CROSS_SITE, 409: ['conflict'] },
    }),
    get: operation({
      id: 'getAccount',
      tag: 'Account',
      summary: 'Get the account that is logged in, and its terms',
      access: 'session',
      reply: { account: ref('Account'), terms: ACCOUNT_TERMS.nullable() },
    }),
  },
  '/api/account/password': {
    post: operation({
      id: 'changePassword',
      tag: 'Account',
      summary: 'Change the password and end all other sessions',
      access: 'session',
      body: passwordChange,
      refusals: { 401: ['wrong_credentials'], ...NO_ACCOUNT, ...CROSS_SITE },
    }),
  },
  '/api/session': {
    post: operation({
      id: 'logIn',
      tag: 'Account',
      summary: 'Log in',
      access: 'public',
      body: credentials,
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
      summary: 'List the active sessions',
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
      parameters: [inPath('sessionId', 'Id of the session.')],
      refusals: { ...CROSS_SITE, 404: ['not_found'] },
    }),
  },
  '/api/keys': {
    post: operation({
      id: 'createKey',
      tag: 'API keys',
      summary: 'Create an API key',
      access: 'session',
      body: newKey,
      status: '201',
      reply: NEW_KEY,
      refusals: { ...NO_ACCOUNT, ...CROSS_SITE, 409: ['key_limit_reached'] },
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
      summary: 'Revoke an API key, effective within five seconds',
      access: 'session',
      parameters: [KEY],
      refusals: { ...CROSS_SITE, 404: ['not_found'] },
    }),
  },
  '/api/keys/{keyId}/rotate': {
    post: operation({
      id: 'rotateKey',
      tag: 'API keys',
      summary: 'Replace an API key; the old one stays valid for the overlap',
      access: 'session',
      parameters: [KEY],
      body: rotation,
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
