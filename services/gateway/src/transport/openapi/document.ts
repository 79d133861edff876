import { API_VERSION } from '../http/request-context.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import { ACCOUNT_PATHS } from './account-paths.ts';
import { DEPLOYMENT_PATHS } from './deployment-paths.ts';
import { DEPOSIT_PATHS } from './deposit-paths.ts';
import { ERROR_EXAMPLES } from './error-samples.ts';
import { EVENT_SCHEMAS, WEBHOOKS } from './event-schemas.ts';
import { withExamples } from './examples.ts';
import { MAIL_LINK_PATHS } from './mail-link-paths.ts';
import { nameSchemas } from './name-schemas.ts';
import { OVERVIEW_PATHS } from './overview-paths.ts';
import { PUBLIC_PATHS } from './public-paths.ts';
import type { Schema } from './schema.ts';
import { SCHEMAS } from './schemas.ts';
import { TWO_FACTOR_PATHS } from './two-factor-paths.ts';
import { WEBHOOK_PATHS } from './webhook-paths.ts';

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

/** The whole contract. Request and reply schemas come from zod; tests compare every reply with it. */
export function openApiDocument(publicBaseUrl: string): OpenApiDocument {
  const named = nameSchemas({
    ...DEPOSIT_PATHS,
    ...OVERVIEW_PATHS,
    ...WEBHOOK_PATHS,
    ...ACCOUNT_PATHS,
    ...DEPLOYMENT_PATHS,
    ...MAIL_LINK_PATHS,
    ...TWO_FACTOR_PATHS,
    ...PUBLIC_PATHS,
  });
  const schemas = { ...SCHEMAS, ...EVENT_SCHEMAS, ...named.schemas };
  const paths = withExamples(named.paths, schemas);
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
