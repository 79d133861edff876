import { FIELD_CODES } from '@entrada/contracts/field-codes';
import { z } from 'zod';
import {
  ACCOUNT_ROUTES,
  ACCOUNT_SCHEMAS,
  MAIL_LINK_ROUTES,
  TWO_FACTOR_ROUTES,
} from '../account.http.ts';
import { BALANCE_ROUTES, BALANCE_SCHEMAS, OVERVIEW_SCHEMAS } from '../balance.http.ts';
import { BANK_CALLBACK_ROUTE } from '../bank-callback.http.ts';
import {
  DELIVERY_ROUTES,
  DELIVERY_SCHEMAS,
  ENDPOINT_DELIVERIES_ROUTE,
} from '../deliveries.http.ts';
import { DEPLOYMENT_ROUTES, DEPLOYMENT_SCHEMAS, TERMS_SCHEMAS } from '../deployment.http.ts';
import { DEPOSIT_ROUTES, DEPOSIT_SCHEMAS } from '../deposits.http.ts';
import { DOCS_ROUTES } from '../docs.http.ts';
import { EVENT_ROUTES } from '../events.http.ts';
import { API_VERSION } from '../http/request-context.ts';
import type { Route } from '../http/route.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import { KEY_ROUTES, KEY_SCHEMAS } from '../keys.http.ts';
import { PAYMENT_LINK_ROUTES } from '../payment-link.http.ts';
import { RECEIPT_KEY_ROUTE, RECEIPT_ROUTES, RECEIPT_SCHEMAS } from '../receipts.http.ts';
import { REFUND_ROUTES, REFUND_SCHEMAS } from '../refunds.http.ts';
import { WEBHOOK_INSIGHT_ROUTES, WEBHOOK_ROUTES, WEBHOOK_SCHEMAS } from '../webhooks.http.ts';
import { ERROR_CODES, ERROR_EXAMPLES } from './error-codes.ts';
import { EVENT_SCHEMAS, WEBHOOKS } from './event-schemas.ts';
import { operationOf } from './operation.ts';
import { jsonSchemaOf, list, ref, reply, type Schema, text } from './schema.ts';

/** Every route, in the order of the document; of two that match a path, the first one answers. */
export const ROUTES: readonly Route[] = [
  ...DEPOSIT_ROUTES,
  ...REFUND_ROUTES,
  ...RECEIPT_ROUTES,
  ...BALANCE_ROUTES,
  ...WEBHOOK_ROUTES,
  ENDPOINT_DELIVERIES_ROUTE,
  ...WEBHOOK_INSIGHT_ROUTES,
  ...DELIVERY_ROUTES,
  ...EVENT_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  ...DEPLOYMENT_ROUTES,
  ...MAIL_LINK_ROUTES,
  ...TWO_FACTOR_ROUTES,
  ...PAYMENT_LINK_ROUTES,
  BANK_CALLBACK_ROUTE,
  RECEIPT_KEY_ROUTE,
  ...DOCS_ROUTES,
];

const SCHEMAS = {
  ...OVERVIEW_SCHEMAS,
  ...DEPOSIT_SCHEMAS,
  ...REFUND_SCHEMAS,
  ...RECEIPT_SCHEMAS,
  ...BALANCE_SCHEMAS,
  ...ACCOUNT_SCHEMAS,
  ...KEY_SCHEMAS,
  ...TERMS_SCHEMAS,
  ...DEPLOYMENT_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...DELIVERY_SCHEMAS,
  Error: reply({
    success: z.literal(false),
    error: text('Message for people.'),
    code: text({
      enum: Object.keys(ERROR_CODES),
      description: 'Reason for programs; see /docs/errors.',
    }),
    requestId: text('Quote it to support.'),
    details: list(
      ref('FieldProblem'),
      'The fields that are wrong, where the error is about fields.',
    ).optional(),
    hint: text('What to do, where the message does not say it.').optional(),
  }),
  FieldProblem: reply({
    field: text('Name of the field, parameter or header.'),
    message: text('What is wrong, to be read after the name.'),
    code: text({ enum: [...FIELD_CODES], description: 'What is wrong, for programs.' }),
  }),
};

const DESCRIPTION = `Deposits paid by Pix. Amounts are integers in cents, times are ISO 8601 in UTC.

Every reply is \`{"success": true, ...}\` or \`{"success": false, "error", "code", "requestId"}\`, with the headers
\`X-Request-Id\`, \`API-Version\` and, except for images, \`Cache-Control: no-store\`. Paths have no version: fields,
headers and operations may be added, but are never removed. Every \`code\` is explained in [/docs/errors](/docs/errors).

Replies may gain fields, and fields may gain values (\`x-extensible-enum\` lists those of today): ignore what you do not know.

An API key is sent as \`Authorization: Bearer\`. The header \`X-API-Key\` and the query parameter \`?api_key=\` work as well, for
clients that cannot send the first; if there are several, only the first in this order is used. URLs are logged by proxies: avoid the last. The headers \`RateLimit-Policy\` and \`RateLimit\` have the limit of the key; \`"burst"\`
is allowed in addition to the limit.

A body is one JSON object in UTF-8, not compressed, in which every field is recognized and appears once. A dashboard
session is a cookie: a POST that has neither \`Origin\` nor \`Sec-Fetch-Site\` must have
\`Content-Type: application/json\`, so that forms of other sites cannot send it.`;

const header = (description: string, schema: Schema = {}): Schema => ({
  description,
  schema: { type: 'string', ...schema },
});
/** A header that is on every reply documented with it. */
const certain = (description: string, schema?: Schema): Schema => ({
  required: true,
  ...header(description, schema),
});
const VERSION = '^[0-9]+\\.[0-9]+\\.[0-9]+$';
const HEADERS = {
  'X-Request-Id': certain('Id of the request, to quote to support; yours if you sent one.'),
  'API-Version': certain('Version of this document.', { pattern: VERSION }),
  'RateLimit-Policy': certain('Requests allowed per window of seconds, and the additional burst.'),
  RateLimit: certain('Requests left, and seconds until the limit resets.'),
  'Retry-After': header('Seconds to wait before a retry.', { pattern: '^[0-9]+$' }),
  'WWW-Authenticate': certain('The missing kind of authentication.'),
  Location: certain('Path of the deposit.'),
  'Idempotent-Replayed': header('This is the reply of an earlier request with the same key.', {
    const: 'true',
  }),
  'X-Status-Source': certain(
    '`provider`: the bank confirmed the status, or it is final; `stored`: the bank could not confirm it now.',
    { 'x-extensible-enum': ['provider', 'stored'] },
  ),
  'Set-Cookie': certain('The session token.'),
};

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly [field: string]: unknown;
};

/** The whole contract, made from the routes; tests compare every reply with it. */
export function openApiDocument(publicBaseUrl: string): OpenApiDocument {
  const shared = Object.entries(SCHEMAS).map(([name, schema]) => [
    name,
    jsonSchemaOf(schema, 'output'),
  ]);
  const schemas: Record<string, Schema> = { ...Object.fromEntries(shared), ...EVENT_SCHEMAS };
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of ROUTES) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route, schemas);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Entrada',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicBaseUrl }],
    paths,
    webhooks: WEBHOOKS,
    components: {
      schemas,
      examples: examplesIn(paths),
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the account.' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicBaseUrl).name },
      },
    },
  };
}

/** Errors that an operation names; others can come of any request. */
function examplesIn(paths: OpenApiDocument['paths']): Readonly<Record<string, Schema>> {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(ERROR_EXAMPLES).filter(([code]) =>
      text.includes(`"#/components/examples/${code}"`),
    ),
  );
}
