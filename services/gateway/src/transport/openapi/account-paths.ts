import {
  accountChanges,
  auditQuery,
  credentials,
  keyChanges,
  newAccount,
  newKey,
  passwordChange,
  proof,
  rotation,
} from '../requests/accounts.ts';
import { noFields } from '../requests/webhooks.ts';
import { inPath, operation } from './operation.ts';
import { integer, list, ref, text, time } from './schema.ts';

const KEY = inPath('keyId', 'Id of the API key.');
const NEW_KEY = {
  apiKey: ref('ApiKey'),
  key: text({ description: 'The API key. It is shown only this once.' }),
};
/** Of every operation that changes something for the logged-in account. */
const CROSS_SITE = { 403: ['cross_site_request'] };

export const ACCOUNT_PATHS = {
  '/api/account': {
    post: operation({
      id: 'signUp',
      tag: 'Account',
      summary: 'Sign up',
      description:
        'A registered address gets the same reply; the mail to it tells its owner. Repeated with the same password within ten minutes, it opens the account of the first request.',
      access: 'public',
      body: newAccount,
      status: '201',
      reply: { account: ref('Account') },
      headers: ['Set-Cookie'],
      refusals: CROSS_SITE,
    }),
    get: operation({
      id: 'getAccount',
      tag: 'Account',
      summary: 'Get the account that is logged in, and its terms',
      access: 'account',
      reply: { account: ref('Account'), terms: ref('AccountTerms').nullable() },
    }),
    patch: operation({
      id: 'updateAccount',
      tag: 'Account',
      summary: 'Change the name, the name that payers see or the language of mails',
      access: 'account',
      body: accountChanges,
      reply: { account: ref('Account') },
      refusals: CROSS_SITE,
    }),
  },
  '/api/account/password': {
    post: operation({
      id: 'changePassword',
      tag: 'Account',
      summary: 'Change the password and end all other sessions',
      access: 'account',
      proof: true,
      body: passwordChange,
      refusals: { 401: ['wrong_credentials'], ...CROSS_SITE },
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
      refusals: { 401: ['wrong_credentials', 'two_factor_required', 'wrong_code'], ...CROSS_SITE },
    }),
    delete: operation({
      id: 'logOut',
      tag: 'Account',
      summary: 'Log out',
      access: 'account',
      refusals: CROSS_SITE,
    }),
  },
  '/api/session/proof': {
    post: operation({
      id: 'proveSession',
      tag: 'Account',
      summary: 'Confirm the password, and the code if two-factor authentication is on',
      description:
        'Refunds, new keys, secrets, new or changed webhooks and security settings require it when the password was last entered too long ago.',
      access: 'account',
      body: proof,
      reply: { proofAt: time('When the password was entered.') },
      refusals: { 401: ['wrong_credentials', 'two_factor_required', 'wrong_code'], ...CROSS_SITE },
    }),
  },
  '/api/sessions': {
    get: operation({
      id: 'listSessions',
      tag: 'Account',
      summary: 'List the active sessions',
      access: 'account',
      reply: { sessions: list(ref('Session')) },
    }),
  },
  '/api/sessions/revoke-others': {
    post: operation({
      id: 'endOtherSessions',
      tag: 'Account',
      summary: 'End every session but this one',
      access: 'account',
      body: noFields,
      reply: { count: integer({ description: 'How many were ended.' }) },
      refusals: CROSS_SITE,
    }),
  },
  '/api/sessions/{sessionId}': {
    delete: operation({
      id: 'endSession',
      tag: 'Account',
      summary: 'End a session',
      access: 'account',
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
      proof: true,
      body: newKey,
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
    patch: operation({
      id: 'renameKey',
      tag: 'API keys',
      summary: 'Rename an API key',
      access: 'session',
      parameters: [KEY],
      body: keyChanges,
      reply: { apiKey: ref('ApiKey') },
      refusals: { ...CROSS_SITE, 404: ['not_found'] },
    }),
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
      proof: true,
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
  '/api/audit': {
    get: operation({
      id: 'listAudit',
      tag: 'Account',
      summary: 'List what was done in the account, newest first',
      access: 'session',
      query: auditQuery,
      reply: {
        entries: list(ref('AuditEntry')),
        nextCursor: text({ description: 'Null: there is no further page.' }).nullable(),
      },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
} as const;
