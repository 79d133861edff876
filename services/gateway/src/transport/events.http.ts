import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { invalidCursor, invalidRequiredCursor } from '@entrada/platform/errors/invalid-cursor';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { invalidKey } from '../use-cases/authenticate.ts';
import { sessionRequired } from '../use-cases/authenticate-session.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, credentialOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { acknowledgement, eventsQuery } from './requests/webhooks.ts';

const MS = 1_000;

/** The feed for receivers that missed webhooks or do not use them. */
export function eventRoutes(
  router: Router,
  app: App,
  guard: Guard,
  {
    requestTimeoutMs,
    stopping,
  }: { readonly requestTimeoutMs: number; readonly stopping: AbortSignal },
): void {
  router
    .route('/api/events')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId, keyId } = callerOf(response);
      const credentialId = credentialOf(response);
      const { cursor, after, limit, wait } = parse(eventsQuery, request.query);
      if (cursor !== undefined && after !== undefined) {
        throw fieldError('after', 'must be absent with cursor');
      }
      const field = cursor === undefined ? 'after' : 'cursor';
      const left = new AbortController();
      response.once('close', () => left.abort());
      const deadline = Date.now() + wait * MS + requestTimeoutMs;
      // The wait comes in addition to the time that any request may take.
      const page = await withNewDeadline(deadline, () =>
        app.readEvents(
          { accountId, credentialId, after: cursor ?? after, limit, waitSeconds: wait },
          AbortSignal.any([left.signal, stopping]),
        ),
      ).catch((error: unknown) => {
        throw isInvalidCursor(error) ? invalidCursor(field) : error;
      });
      if (!page) throw revoked(keyId);
      const { events, nextCursor } = page;
      // Each event keeps the bytes that were signed, so it is not parsed and serialized again.
      const next = JSON.stringify(nextCursor === '' ? null : nextCursor);
      response
        .type('json')
        .send(`{"success":true,"events":[${events.join(',')}],"nextCursor":${next}}`);
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/events/ack')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const acknowledge = async () =>
        app.acknowledgeEvents({ accountId, ...parse(acknowledgement, request.body) });
      await acknowledge().catch((error: unknown) => {
        throw isInvalidCursor(error) ? invalidRequiredCursor('cursor') : error;
      });
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST'));
}

/** The service knows one name of the field; the error must have the one that was used. */
function isInvalidCursor(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'invalid_cursor';
}

function revoked(keyId: string | null): AppError {
  return keyId === null ? sessionRequired() : invalidKey();
}
