import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, requesterOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { keyChanges, newKey, rotation } from './requests/accounts.ts';

export function keyRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/keys')
    .post(guard.session, guard.proof, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const rights = parse(newKey, request.body);
      const requester = requesterOf(response);
      const { apiKey, key } = await app.createKey({ accountId, ...rights, requester });
      response.status(201).json({ success: true, apiKey, key });
    })
    .get(guard.session, async (_request, response) => {
      const apiKeys = await app.listKeys(callerOf(response).accountId);
      response.json({ success: true, apiKeys });
    })
    .all(methodNotAllowed('GET', 'POST'));
  router
    .route('/api/keys/:keyId')
    .patch(guard.session, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const { name } = parse(keyChanges, request.body);
      const keyId = String(request.params.keyId);
      const requester = requesterOf(response);
      const apiKey = await app.renameKey({ accountId, keyId, name, requester });
      response.json({ success: true, apiKey });
    })
    .delete(guard.session, async (request, response) => {
      const { accountId } = callerOf(response);
      const keyId = String(request.params.keyId);
      await app.revokeKey({ accountId, keyId, requester: requesterOf(response) });
      response.json({ success: true });
    })
    .all(methodNotAllowed('DELETE', 'PATCH'));
  router
    .route('/api/keys/:keyId/rotate')
    .post(guard.session, guard.proof, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const { overlapSeconds } = parse(rotation, request.body);
      const keyId = String(request.params.keyId);
      const rotated = { accountId, keyId, overlapSeconds, requester: requesterOf(response) };
      const { apiKey, key } = await app.rotateKey(rotated);
      response.status(201).json({ success: true, apiKey, key });
    })
    .all(methodNotAllowed('POST'));
}
