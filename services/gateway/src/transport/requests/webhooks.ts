import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../domain/endpoint.ts';
import { after, cursor, limit, listQuery, text, time } from './fields.ts';

const { endpoint: limits } = LIMITS;
const EVENTS_MAX = 20;
const EVENT_LENGTH_MAX = 64;

const endpoint = {
  name: text(1, limits.nameLengthMax),
  url: text(1, limits.urlLengthMax).meta({
    format: 'uri',
    description: 'An https URL on the public internet.',
  }),
  events: z
    .array(text(1, EVENT_LENGTH_MAX))
    .min(1)
    .max(EVENTS_MAX)
    .optional()
    .describe('Default: DEPOSIT_ASSET_SUCCESS for a new webhook, otherwise unchanged.'),
  authorization: z
    .string()
    .max(limits.authorizationLengthMax)
    .optional()
    .describe('Value of the Authorization header of deliveries; empty: none.'),
  skipTest: z.boolean().optional().describe('Saves the webhook without testing the receiver.'),
};

export const newEndpoint = z.strictObject(endpoint);
export const endpointChanges = z.strictObject({
  ...endpoint,
  name: endpoint.name.optional(),
  url: endpoint.url.optional(),
  enabled: z.boolean().optional().describe('False pauses its deliveries.'),
});

export const noFields = z.strictObject({});
export const replayWindow = z.strictObject({ from: time, to: time });

export const deliveriesQuery = z.strictObject({
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
  ...listQuery,
});

export const eventsQuery = z.object({ after: after.optional(), limit: limit('Events per page.') });
export const acknowledgement = z.strictObject({ cursor });
