import { LIMITS } from '@entrada/contracts/limits';
import {
  AppError,
  fieldError,
  invalidCursor,
  invalidRequiredCursor,
} from '@entrada/platform/errors/app-error';
import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import { z } from 'zod';
import { invalidKey, sessionRequired } from '../use-cases/authenticate.ts';
import { cursorField, limitField, numeral } from './http/fields.ts';
import { parse } from './http/parse.ts';
import { credentialOf } from './http/request-context.ts';
import { route } from './http/route.ts';
import { list, ref, text } from './openapi/schema.ts';

const MS = 1_000;

const eventsQuery = z.strictObject({
  cursor: cursorField
    .optional()
    .describe(
      '`nextCursor` of the previous page; `0`: from the beginning, 30 days ago. Default: after the acknowledged cursor.',
    ),
  after: cursorField.optional().describe('Another name of `cursor`.'),
  limit: limitField('Events per page.'),
  wait: numeral(0, LIMITS.charge.waitSecondsMax, 0).describe(
    'Seconds to wait for an event if there is none.',
  ),
});
const acknowledgement = z.strictObject({ cursor: cursorField });

/** The feed for receivers that missed webhooks or do not use them. */
export const EVENT_ROUTES = [
  route({
    method: 'GET',
    path: '/api/events',
    id: 'listEvents',
    tag: 'Events',
    summary: 'List events after a cursor, in order and without gaps',
    description:
      'Each event is the body that endpoints receive. Without `cursor` the list starts after the acknowledged one; `cursor=0` ' +
      'reads from the beginning, which is 30 days ago. With `wait` the reply comes as soon as there is an event. A cursor ' +
      'that was never issued is refused.',
    access: 'webhooks:read',
    query: eventsQuery,
    reply: { events: list(ref('Event')), nextCursor: text().nullable() },
    async handle({ app, caller, query, response, requestTimeoutMs, stopping }) {
      const { cursor, after, limit, wait } = query;
      if (cursor !== undefined && after !== undefined) {
        throw fieldError('after', 'must be absent with cursor');
      }
      const left = new AbortController();
      response.once('close', () => left.abort());
      const { accountId, keyId } = caller;
      const credentialId = credentialOf(response);
      const wanted = { accountId, credentialId, after: cursor ?? after, limit, waitSeconds: wait };
      // The wait comes in addition to the time that any request may take.
      const page = await withNewDeadline(Date.now() + wait * MS + requestTimeoutMs, () =>
        app.readEvents(wanted, AbortSignal.any([left.signal, stopping])),
      ).catch((error: unknown) => {
        // The service knows one name of the field; the error must have the one that was used.
        const field = cursor === undefined ? 'after' : 'cursor';
        throw isInvalidCursor(error) ? invalidCursor(field) : error;
      });
      if (!page) throw keyId === null ? sessionRequired() : invalidKey();
      const { events, nextCursor } = page;
      // Each event keeps the bytes that were signed, so it is not parsed and serialized again.
      const next = JSON.stringify(nextCursor === '' ? null : nextCursor);
      response
        .type('json')
        .send(`{"success":true,"events":[${events.join(',')}],"nextCursor":${next}}`);
    },
  }),
  route({
    method: 'POST',
    path: '/api/events/ack',
    id: 'acknowledgeEvents',
    tag: 'Events',
    summary: 'Acknowledge all events up to a cursor',
    access: 'webhooks:write',
    body: acknowledgement,
    parseBody: (body) => withRequiredCursor(() => parse(acknowledgement, body)),
    refusals: { 400: ['invalid_cursor'] },
    handle: ({ app, accountId, body }) =>
      app.acknowledgeEvents({ accountId, ...body }).catch((error) =>
        withRequiredCursor(() => {
          throw error;
        }),
      ),
  }),
];

function withRequiredCursor<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isInvalidCursor(error) ? invalidRequiredCursor('cursor') : error;
  }
}

function isInvalidCursor(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'invalid_cursor';
}
