import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../domain/endpoint.ts';
import {
  cursor,
  isInOrder,
  limit,
  listQuery,
  NOT_IN_ORDER,
  numeral,
  text,
  time,
} from './fields.ts';

const { endpoint: limits } = LIMITS;
const EVENTS_MAX = 20;
const EVENT_LENGTH_MAX = 64;
const SECRET_LENGTH_MAX = 100;

/** The services refuse names that are not among the documented events. */
const eventName = text(1, EVENT_LENGTH_MAX);

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

/** Replies have it in capitals, and what was read can be sent. */
const status = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.toLowerCase() : given),
    z.enum(['enabled', 'disabled']),
  )
  .optional();
const enabled = z.boolean().optional().describe('The same as `status`; send one of them.');
type Switch = { readonly status?: string | undefined; readonly enabled?: boolean | undefined };
const isOneOfBoth = (given: Switch) => given.status === undefined || given.enabled === undefined;
const BOTH = { path: ['enabled'], error: 'must be absent with status' };

export const newEndpoint = z
  .strictObject({
    ...endpoint,
    status: status.describe(
      '`disabled`: created without a test, so that the receiver can get the secret first. Events are held until it is ' +
        'enabled. Default: `enabled`.',
    ),
    enabled,
    secret: z
      .string()
      .max(SECRET_LENGTH_MAX)
      .optional()
      .describe(
        'Secret that your receiver checks signatures with: `whsec_` and the base64 of 24 to 64 random bytes. Default: a new one, ' +
          'which is in the reply.',
      ),
  })
  .refine(isOneOfBoth, BOTH);
export const endpointChanges = z
  .strictObject({
    ...endpoint,
    name: endpoint.name.optional(),
    url: endpoint.url.optional(),
    status: status.describe('`disabled`: its deliveries are held until it is enabled.'),
    enabled,
  })
  .refine(isOneOfBoth, BOTH);

export const noFields = z.strictObject({});
export const testRequest = z.strictObject({
  event: eventName.optional().describe('The event whose sample is sent; default: WEBHOOK_TEST.'),
});
export const replayWindow = z.strictObject({
  from: time,
  to: time,
  only: z
    .enum(['all', 'failed'])
    .default('all')
    .describe('`failed`: only deliveries that were given up (EXHAUSTED or ABANDONED).'),
  dryRun: z.boolean().default(false).describe('Counts the deliveries and changes nothing.'),
});
export const metricsQuery = z.strictObject({
  from: listQuery.from.describe(
    'Start, from the beginning of its hour; default: 23 hours before `to`.',
  ),
  to: listQuery.to.describe('End, exclusive; default: now. At most 31 days after `from`.'),
});

export const deliveriesQuery = z
  .strictObject({
    status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
    ...listQuery,
  })
  .refine(isInOrder, NOT_IN_ORDER);

export const accountDeliveriesQuery = z
  .strictObject({
    webhookId: z.uuid('must be a UUID').optional().describe('Only deliveries to this webhook.'),
    event: eventName.optional().describe('Only deliveries of this event, tests of it included.'),
    eventId: z
      .uuid('must be a UUID')
      .optional()
      .describe('Only deliveries of the event with this id.'),
    ...deliveriesQuery.shape,
  })
  .refine(isInOrder, NOT_IN_ORDER);

export const eventsQuery = z.strictObject({
  cursor: cursor
    .optional()
    .describe(
      '`nextCursor` of the previous page; `0`: from the beginning, 30 days ago. Default: after the acknowledged cursor.',
    ),
  after: cursor.optional().describe('Another name of `cursor`.'),
  limit: limit('Events per page.'),
  wait: numeral(0, LIMITS.charge.waitSecondsMax, 0).describe(
    'Seconds to wait for an event if there is none.',
  ),
});
export const acknowledgement = z.strictObject({ cursor });
