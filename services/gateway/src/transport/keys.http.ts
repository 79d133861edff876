import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';
import { listQuery, textField, timeField, windowQuery } from './http/fields.ts';
import { route } from './http/route.ts';
import { list, object, ref, reply, text, time } from './openapi/schema.ts';

const { apiKey: limits } = LIMITS;
const ACTION_LENGTH_MAX = 64;
const SCOPES_MAX = 20;
const SCOPE_LENGTH_MAX = 40;
const IP_LENGTH_MAX = 64;
const OVERLAP_DEFAULT_SECONDS = 86_400;

/** Strict: a misspelt restriction must not create a key without it. */
const newKey = z.strictObject({
  name: textField(1, limits.nameLengthMax),
  scopes: z
    .array(textField(1, SCOPE_LENGTH_MAX))
    .min(1)
    .max(SCOPES_MAX)
    .optional()
    .describe('Default: all scopes.'),
  expiresAt: timeField.optional(),
  allowedIps: z
    .array(textField(1, IP_LENGTH_MAX))
    .max(limits.allowedIpsMax)
    .optional()
    .describe('IP addresses or CIDR ranges; default, or if empty: any address.'),
});
const rotation = z.strictObject({
  overlapSeconds: z
    .number()
    .int()
    .min(0)
    .max(limits.overlapSecondsMax)
    .default(OVERLAP_DEFAULT_SECONDS),
});
const auditQuery = windowQuery({
  action: textField(1, ACTION_LENGTH_MAX)
    .optional()
    .describe('Only lines of this action, such as `key.created`.'),
  ...listQuery,
});

export const KEY_SCHEMAS = {
  ApiKey: reply({
    id: text({ format: 'uuid' }),
    name: text(),
    prefix: text('The first characters of the key, to recognize it.'),
    scopes: list(text()),
    allowedIps: list(text(), 'Empty: any address.'),
    createdAt: time('Creation time.'),
    expiresAt: time('When it expires.').nullable(),
    lastUsedAt: time('Last use, accurate to a few seconds.').nullable(),
    revokedAt: time('When it was revoked.').nullable(),
    queryUseAt: time('When it was last sent in a query string, which proxies may log.').nullable(),
  }),
  AuditEntry: reply({
    id: text(),
    at: time('When it was done.'),
    action: text('For example `key.created`.'),
    actor: text('`account:<id>`, `key:<id>` or `operator`.'),
    subject: text('What it was done to, for example `key:<id>`.'),
    detail: object(),
    ip: text('Null: not recorded.').nullable(),
  }),
};

const NEW_KEY = {
  apiKey: ref('ApiKey'),
  key: text('The API key. It is shown only this once.'),
};
const SHARED = { tag: 'API keys', access: 'session' } as const;

/** A key cannot create keys: only the owner in the dashboard does. */
export const KEY_ROUTES = [
  route({
    ...SHARED,
    method: 'POST',
    path: '/api/keys',
    id: 'createKey',
    summary: 'Create an API key',
    proof: true,
    body: newKey,
    status: 201,
    reply: NEW_KEY,
    refusals: { 409: ['key_limit_reached'] },
    handle: ({ app, accountId, requester, body }) =>
      app.createKey({ accountId, ...body, requester }),
  }),
  route({
    ...SHARED,
    method: 'GET',
    path: '/api/keys',
    id: 'listKeys',
    summary: 'List API keys, newest first',
    reply: { apiKeys: list(ref('ApiKey')) },
    handle: async ({ app, accountId }) => ({ apiKeys: await app.listKeys(accountId) }),
  }),
  route({
    ...SHARED,
    method: 'PATCH',
    path: '/api/keys/{keyId}',
    id: 'renameKey',
    summary: 'Rename an API key',
    body: z.strictObject({ name: textField(1, limits.nameLengthMax) }),
    reply: { apiKey: ref('ApiKey') },
    handle: async ({ app, accountId, requester, params, body }) => ({
      apiKey: await app.renameKey({ accountId, ...params, ...body, requester }),
    }),
  }),
  route({
    ...SHARED,
    method: 'DELETE',
    path: '/api/keys/{keyId}',
    id: 'revokeKey',
    summary: 'Revoke an API key, effective within five seconds',
    handle: ({ app, accountId, requester, params }) =>
      app.revokeKey({ accountId, ...params, requester }),
  }),
  route({
    ...SHARED,
    method: 'POST',
    path: '/api/keys/{keyId}/rotate',
    id: 'rotateKey',
    summary: 'Replace an API key; the old one stays valid for the overlap',
    proof: true,
    body: rotation,
    status: 201,
    reply: NEW_KEY,
    refusals: { 409: ['key_not_active', 'key_limit_reached'] },
    handle: ({ app, accountId, requester, params, body }) =>
      app.rotateKey({ accountId, ...params, ...body, requester }),
  }),
  route({
    method: 'GET',
    path: '/api/audit',
    id: 'listAudit',
    tag: 'Account',
    summary: 'List what was done in the account, newest first',
    access: 'session',
    query: auditQuery,
    reply: {
      entries: list(ref('AuditEntry')),
      nextCursor: text('Null: there is no further page.').nullable(),
    },
    handle: ({ app, accountId, query }) => app.listAudit({ accountId, ...query }),
  }),
];
