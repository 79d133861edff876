import type { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse, time } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';

const NAME_LENGTH_MAX = 100;
const SCOPES_MAX = 20;
const SCOPE_LENGTH_MAX = 40;
const IPS_MAX = 100;
const IP_LENGTH_MAX = 64;
const OVERLAP_DEFAULT_SECONDS = 86_400;
const OVERLAP_MAX_SECONDS = 604_800;

/** Strict: a misspelt limit must not make a key without limits. */
const newKey = z.strictObject({
  name: z.string().min(1).max(NAME_LENGTH_MAX),
  scopes: z.array(z.string().min(1).max(SCOPE_LENGTH_MAX)).min(1).max(SCOPES_MAX).optional(),
  expiresAt: time.optional(),
  allowedIps: z.array(z.string().min(1).max(IP_LENGTH_MAX)).max(IPS_MAX).optional(),
});
const rotation = z.strictObject({
  overlapSeconds: z.number().int().min(0).max(OVERLAP_MAX_SECONDS).default(OVERLAP_DEFAULT_SECONDS),
});

export function keyRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/keys')
    .post(guard.session, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const { apiKey, key } = await app.createKey({ accountId, ...parse(newKey, request.body) });
      response.status(201).json({ success: true, apiKey, key });
    })
    .get(guard.session, async (_request, response) => {
      const apiKeys = await app.listKeys(callerOf(response).accountId);
      response.json({ success: true, apiKeys });
    })
    .all(methodNotAllowed('GET', 'POST'));
  router
    .route('/api/keys/:keyId')
    .delete(guard.session, async (request, response) => {
      const { accountId } = callerOf(response);
      await app.revokeKey({ accountId, keyId: String(request.params.keyId) });
      response.json({ success: true });
    })
    .all(methodNotAllowed('DELETE'));
  router
    .route('/api/keys/:keyId/rotate')
    .post(guard.session, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const { overlapSeconds } = parse(rotation, request.body);
      const keyId = String(request.params.keyId);
      const { apiKey, key } = await app.rotateKey({ accountId, keyId, overlapSeconds });
      response.status(201).json({ success: true, apiKey, key });
    })
    .all(methodNotAllowed('POST'));
}
