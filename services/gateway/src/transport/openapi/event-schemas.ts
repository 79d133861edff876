import { type EventKind, readEventKinds } from '@entrada/contracts/event-kinds';
import { EXAMPLE_UUID } from './example-values.ts';
import { leaveOpen, type Schema } from './schema.ts';

type Json = Record<string, unknown>;

const kinds = readEventKinds();
const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** DEPOSIT_ASSET_SUCCESS is DepositAssetSuccess in generated code. */
function codeName(kind: string): string {
  return kind
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}

const SIGNED_HEADERS = [
  ['webhook-id', EXAMPLE_UUID, 'The event’s `id`, equal in every attempt: handle each once.'],
  ['webhook-timestamp', '1795176000', 'When it was sent, in Unix seconds.'],
  [
    'webhook-signature',
    'v1,q7N2vT0cYx4mJfLr9aE1sWkHb6GdZuPo3iQn8tXyVRk=',
    '`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, by the bytes that the secret after `whsec_` encodes; ' +
      'two, separated by a space, for a day after the secret was rotated.',
  ],
] as const;

/** In full for each event: oapi-codegen drops components that only webhooks refer to, and its code does not compile. */
const PARAMETERS = SIGNED_HEADERS.map(([name, example, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));

/** What is sent to webhook endpoints, one entry per event. */
export const WEBHOOKS: Readonly<Record<string, Schema>> = Object.fromEntries(
  kinds.map(({ name, description, sample }) => [
    name,
    {
      post: {
        operationId: `receive${codeName(name)}`,
        tags: ['Webhook events'],
        summary: description,
        // Its signature authenticates it, which OpenAPI has no word for.
        security: [],
        parameters: PARAMETERS,
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: refTo(`${codeName(name)}Event`), example: sample },
          },
        },
        responses: { '2XX': { description: 'Received. Any other status is retried.' } },
      },
    },
  ]),
);

const FRAME = {
  id: { type: 'string', format: 'uuid' },
  event: {
    type: 'string',
    description: 'A kind that this document does not know.',
    not: { pattern: `^(${kinds.map(({ name }) => name).join('|')})$` },
  },
  type: { type: 'string', description: 'Equal to `event`.' },
  timestamp: { type: 'string', format: 'date-time' },
  data: { type: 'object', additionalProperties: true },
};

/** Bodies of webhooks and of the feed, distinguished by `event`. */
export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Event: {
    description: 'The body of a webhook. Kinds may be added: ignore those that you do not know.',
    oneOf: [...kinds.map(({ name }) => refTo(`${codeName(name)}Event`)), refTo('OtherEvent')],
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(
        kinds.map(({ name }) => [name, refTo(`${codeName(name)}Event`).$ref]),
      ),
    },
  },
  ...Object.fromEntries(kinds.flatMap(componentsOf)),
  OtherEvent: {
    type: 'object',
    description: 'An event of a newer version: generated clients read it instead of failing.',
    properties: FRAME,
    required: Object.keys(FRAME),
  },
};

/** The frame of a kind of event, and its data under a name of its own. */
function componentsOf({ name, schema }: EventKind): [string, Schema][] {
  const { $schema, $id, title, examples, ...body } = structuredClone(schema) as Json;
  adapt(body);
  const { data, ...frame } = body.properties as Json;
  const own = codeName(name);
  return [
    [`${own}Event`, { ...body, properties: { ...frame, data: refTo(`${own}Data`) } }],
    [`${own}Data`, data as Schema],
  ];
}

/** Generators want a type next to `const`; what may grow is open, as in replies. */
function adapt(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as Json;
  if (schema.const !== undefined) schema.type = typeof schema.const;
  if (Array.isArray(schema.enum)) {
    schema.type = schema.enum.includes(null) ? ['string', 'null'] : 'string';
    leaveOpen(schema);
  }
  for (const value of Object.values(schema)) adapt(value);
}
