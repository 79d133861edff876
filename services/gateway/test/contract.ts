import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../src/transport/openapi/document.ts';

type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
};
type Content = Readonly<Record<string, { readonly schema: object }>>;
type DocumentedReply = { readonly content: Content; readonly headers: object };
type Responses = Readonly<Record<string, DocumentedReply>>;

export const document = openApiDocument('http://localhost');

/** May happen to any call and are documented once, under `default`. */
const ANYWHERE = new Set([500, 502, 504]);
const DOCUMENT_ID = 'contract';
const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };

// Strict mode refuses `type` next to `const`, which generators of clients want.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv, ['date-time', 'date', 'uuid', 'uri', 'email', 'password']);
ajv.addSchema({ $id: DOCUMENT_ID, components: closed(document.components) });
const compiled = new WeakMap<object, ValidateFunction>();

const templates = Object.keys(document.paths).map((template) => {
  const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return { template, pattern: new RegExp(`^${pattern}/?$`, 'i') };
});

/** The documented path that a request went to; those without parameters come first. */
function templateOf(path: string): string | undefined {
  const [bare = ''] = path.split('?');
  const matching = templates.filter(({ pattern }) => pattern.test(bare));
  return (matching.find(({ template }) => !template.includes('{')) ?? matching[0])?.template;
}

/** Each documented reply that this process has seen, such as `GET /api/balance 200`. */
export const seen = new Set<string>();

/** Replies on paths that do not exist and to methods that are not offered are refusals like any other. */
export function expectAsDocumented(method: string, path: string, reply: Reply): void {
  const template = templateOf(path);
  const operation = template && document.paths[template]?.[method.toLowerCase()];
  const schema = operation
    ? schemaOf(operation.responses as Responses, reply, `${method} ${template}`)
    : reply.status >= 400 && ERROR_SCHEMA;
  if (!schema || reply.body === undefined) return;
  expectPlainDetails(reply.body as Refusal);
  const problems = problemsWith(schema, reply.body);
  if (problems) throw new Error(`${method} ${path} ${reply.status}: ${problems}\n${reply.text}`);
}

/** In what a value differs from a schema of the document; empty if it does not. */
export function problemsWith(schema: object, value: unknown): string {
  const validate = compiled.get(schema) ?? compile(schema);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

type Refusal = {
  readonly error?: string;
  readonly code?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
};

/** An error about a field names it in `details` and in its text, in the same form everywhere. */
function expectPlainDetails({ error, code, details }: Refusal): void {
  const isAboutField = code === 'invalid_request' || code === 'invalid_cursor';
  const [first] = details ?? [];
  const isNamed = first !== undefined && error === `${first.field} ${first.message}`;
  if (isAboutField ? isNamed : !first || isNamed) return;
  throw new Error(`${code}: ${error} does not match ${JSON.stringify(details)}`);
}

function schemaOf(responses: Responses, reply: Reply, call: string): object | undefined {
  const documented =
    responses[reply.status] ?? (ANYWHERE.has(reply.status) ? responses.default : undefined);
  if (!documented) throw new Error(`${call} answered ${reply.status}, which is not documented`);
  expectHeaders(documented, reply, call);
  const type = reply.headers['content-type']?.split(';')[0] ?? '';
  const content = documented.content[type];
  seen.add(`${call} ${reply.status}`);
  if (!content) throw new Error(`${call} ${reply.status} answered with ${type}, not documented`);
  return content.schema;
}

type HeaderDocument = { readonly required?: boolean };
const headerDocuments = (document.components as { headers: Record<string, HeaderDocument> })
  .headers;

/** Every reply has the headers documented as required, and 429 and 503 have Retry-After. */
function expectHeaders(
  documented: DocumentedReply,
  { status, headers }: Reply,
  call: string,
): void {
  const isRetried = status === 429 || status === 503;
  const missing = Object.keys(documented.headers).filter((name) => {
    const isRequired = headerDocuments[name]?.required || (name === 'Retry-After' && isRetried);
    return isRequired && headers[name.toLowerCase()] === undefined;
  });
  if (missing.length > 0) throw new Error(`${call} ${status} lacks ${missing.join(', ')}`);
}

function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(closed(schema)).replaceAll('"#/', `"${DOCUMENT_ID}#/`);
  const absolute = JSON.parse(text);
  const validate = ajv.compile(absolute);
  compiled.set(schema, validate);
  return validate;
}

/** Clients must accept more fields and values than are documented; our own replies must have no others. */
function closed(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(closed);
  const fields = Object.entries(part).map(([name, value]) => [name, closed(value)]);
  const schema = Object.fromEntries(fields);
  const { 'x-extensible-enum': known, type, properties, additionalProperties } = schema;
  const isObject = type === 'object' && properties !== undefined;
  return {
    ...schema,
    ...(known ? { enum: [...known, ...(type?.includes('null') ? [null] : [])] } : {}),
    ...(isObject && additionalProperties === undefined ? { additionalProperties: false } : {}),
  };
}
