import { API_VERSION } from '../http/request-context.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import { ACCOUNT_PATHS } from './account-paths.ts';
import { DEPOSIT_PATHS } from './deposit-paths.ts';
import { PUBLIC_PATHS } from './public-paths.ts';
import type { Schema } from './schema.ts';
import { SCHEMAS } from './schemas.ts';
import { WEBHOOK_PATHS } from './webhook-paths.ts';

const DESCRIPTION = `Deposits that are paid by Pix. Amounts are integers in cents, times are ISO 8601 in UTC.

Every reply is \`{"success": true, ...}\` or \`{"success": false, "error", "code", "requestId"}\`, with the headers
\`X-Request-Id\`, \`API-Version\` and, except for images, \`Cache-Control: no-store\`. Paths carry no version: fields,
headers and calls may be added, never taken away. Every \`code\` is explained in [/docs/errors](/docs/errors).

A call that needs a key takes it from \`Authorization: Bearer\`, else \`X-API-Key\`, else \`?api_key=\`; only the first
one that is there is judged. Replies tell the limit of the key in \`RateLimit-Policy\` and \`RateLimit\`; its \`"burst"\`
is what may come on top of the limit.

A body is one JSON object in UTF-8, uncompressed, in which every field is known and comes once. A dashboard session is a
cookie: what changes something and names neither \`Origin\` nor \`Sec-Fetch-Site\` must have \`Content-Type: application/json\`
or be no POST, so that no other site's form can send it.`;

const header = (description: string, schema: Schema = {}): Schema => ({
  description,
  schema: { type: 'string', ...schema },
});
/** On every reply that is documented with it. */
const certain = (description: string, schema?: Schema): Schema => ({
  required: true,
  ...header(description, schema),
});
const HEADERS = {
  'X-Request-Id': certain('Tell it to support. Yours, if you sent one.'),
  'API-Version': certain('Of this document.', { format: 'date' }),
  'RateLimit-Policy': certain(
    'How many requests are allowed in how many seconds, and how many on top.',
  ),
  RateLimit: certain('How many are left, and for how many seconds.'),
  'Retry-After': header('Seconds to wait before the next try.', { pattern: '^[0-9]+$' }),
  'WWW-Authenticate': certain('What is missing.'),
  Location: certain('Where the deposit is queried.'),
  'Idempotent-Replayed': header('The reply of an earlier request.', { const: 'true' }),
  'X-Status-Source': certain('`stored`: the bank did not answer, or had no need to be asked.', {
    enum: ['provider', 'stored'],
  }),
  'Set-Cookie': certain('The session.'),
};

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly [field: string]: unknown;
};

/** The whole contract. It is written here once; tests hold the doors against it. */
export function openApiDocument(publicBaseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Entrada', version: API_VERSION, description: DESCRIPTION },
    servers: [{ url: publicBaseUrl }],
    paths: { ...DEPOSIT_PATHS, ...WEBHOOK_PATHS, ...ACCOUNT_PATHS, ...PUBLIC_PATHS },
    components: {
      schemas: SCHEMAS,
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        apiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicBaseUrl).name },
      },
    },
  };
}
