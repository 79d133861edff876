import type { z } from 'zod';
import { jsonSchemaOf, ref, type Schema, success } from './schema.ts';

type Status = `${number}`;
type Parameter = Schema & { readonly name: string };

type Operation = {
  /** Method name in generated clients. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * A scope, for keys and sessions; `session`: dashboard only; `account`: dashboard only, also before
   * two-factor authentication is set up; `public`: anyone; `bank`.
   */
  readonly access: string;
  /** Whether the password of a session must have been entered recently. */
  readonly proof?: true;
  /** In the path and the headers. */
  readonly parameters?: readonly Parameter[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly status?: Status;
  /** The fields of a successful reply next to `success`, or all of it by media type. */
  readonly reply?: Readonly<Record<string, z.ZodType>>;
  readonly content?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: readonly string[];
  /** The errors of this operation, besides those that all operations share. */
  readonly refusals?: Readonly<Record<Status, readonly string[]>>;
};

const BODY_REFUSALS = {
  400: ['invalid_json', 'invalid_request'],
  413: ['too_large'],
  415: ['unsupported_media_type'],
};
const SETUP_REQUIRED = 'two_factor_setup_required';
const KEY_REFUSALS = {
  401: ['missing_api_key', 'invalid_api_key'],
  403: [
    'insufficient_scope',
    'ip_not_allowed',
    'account_frozen',
    'cross_site_request',
    SETUP_REQUIRED,
  ],
};
const ACCOUNT_REFUSALS = { 401: ['session_required'] };
const SESSION_REFUSALS = { ...ACCOUNT_REFUSALS, 403: [SETUP_REQUIRED, 'account_frozen'] };
const PROOF_REFUSALS = { 403: ['proof_required'] };
const LIMITED = { 429: ['rate_limited'] };
/** Headers of every reply. */
const ALWAYS = ['X-Request-Id', 'API-Version'];
const IN_PROGRESS = 'idempotency_in_progress';
const ANYWHERE = { 503: ['unavailable', 'overloaded'] };

const UNEXPECTED = ['internal_error', 'timeout'];
const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'];

/** One operation of the document, completed with what all operations share. */
export function operation(described: Operation): Schema {
  const { access, query, body, status = '200', refusals = {} } = described;
  const parameters = [...(described.parameters ?? []), ...(query ? inQuery(query) : [])];
  const shared = [
    refusalsOf(access),
    described.proof ? PROOF_REFUSALS : {},
    body ? BODY_REFUSALS : {},
    isPage(described) ? {} : { 400: ['invalid_request'] },
    LIMITED,
    ANYWHERE,
    refusals,
  ];
  return {
    operationId: described.id,
    tags: [described.tag],
    summary: described.summary,
    ...(described.description ? { description: described.description } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body) } : {}),
    security: securityOf(access),
    responses: {
      [status]: successOf(described),
      ...refused(shared),
      default: refusal('Other errors', UNEXPECTED),
    },
  };
}

/** Pages and files ignore parameters that they do not know; calls refuse them. */
function isPage({ access, content }: Operation): boolean {
  return access === 'bank' || (access === 'public' && content !== undefined);
}

function refusalsOf(access: string): Record<number, readonly string[]> {
  if (isOpen(access)) return {};
  if (access === 'account') return ACCOUNT_REFUSALS;
  return access === 'session' ? SESSION_REFUSALS : KEY_REFUSALS;
}

function isOpen(access: string): boolean {
  return access === 'public' || access === 'bank';
}

function securityOf(access: string): readonly Schema[] {
  if (isOpen(access)) return [];
  if (access === 'session' || access === 'account') return [{ session: [] }];
  // Only one way to send a key: generated clients would use all that are listed, the URL included.
  return [{ bearer: [access] }, { session: [] }];
}

function requestBody(body: z.ZodObject): Schema {
  const schema = jsonSchemaOf(body, 'input');
  const required = 'required' in schema;
  return { required, content: { 'application/json': { schema } } };
}

function successOf({ summary, headers = [], ...described }: Operation): Schema {
  const { reply = {}, content = { 'application/json': success(reply) } } = described;
  return {
    description: summary,
    headers: headerRefs([...ALWAYS, ...LIMIT_HEADERS, ...headers]),
    content: contentOf(content),
  };
}

function headerRefs(names: readonly string[]): Schema {
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return Object.fromEntries(refs);
}

function refused(parts: readonly Readonly<Record<string, readonly string[]>>[]): Schema {
  const codes = new Map<string, string[]>();
  for (const part of parts) {
    for (const [status, more] of Object.entries(part)) {
      codes.set(status, [...new Set([...(codes.get(status) ?? []), ...more])]);
    }
  }
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      status,
      refusal(`Codes: ${names.join(', ')}`, names, headersOf(status, names)),
    ]),
  );
}

function headersOf(status: string, codes: readonly string[]): readonly string[] {
  if (status === '401') return ['WWW-Authenticate'];
  if (status === '429') return [...LIMIT_HEADERS, 'Retry-After'];
  return status === '503' || codes.includes(IN_PROGRESS) ? ['Retry-After'] : [];
}

function refusal(
  description: string,
  codes: readonly string[],
  headers: readonly string[] = [],
): Schema {
  const { 'application/json': json } = contentOf({ 'application/json': ref('Error') });
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
  return {
    description,
    headers: headerRefs([...ALWAYS, ...headers]),
    content: { 'application/json': { ...(json as Schema), examples } },
  };
}

export function inPath(name: string, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

export function inHeader(name: string, header: z.ZodType): Parameter {
  const { description, ...schema } = jsonSchemaOf(header, 'input');
  return { name, in: 'header', required: false, description, schema };
}

function inQuery(query: z.ZodObject): Parameter[] {
  const fields = jsonSchemaOf(query, 'input').properties as Record<string, Schema>;
  return Object.entries(fields).map(([name, { description, ...schema }]) => {
    return { name, in: 'query', required: false, description, schema };
  });
}

function contentOf(content: Readonly<Record<string, z.ZodType>>): Schema {
  const types = Object.entries(content);
  return Object.fromEntries(
    types.map(([type, schema]) => [type, { schema: jsonSchemaOf(schema, 'output') }]),
  );
}
