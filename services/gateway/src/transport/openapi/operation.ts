import { body as bodySchema, ref, type Schema, success } from './schema.ts';

type Status = `${number}`;
type Parameter = Schema & { readonly name: string };

type Told = {
  /** What generated clients call it. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** A scope for keys and sessions alike; `session`: the dashboard; `public`: anyone; `bank`. */
  readonly access: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Schema;
  readonly status?: Status;
  /** The fields of a successful reply next to `success`, or all of it by media type. */
  readonly reply?: Readonly<Record<string, Schema>>;
  readonly content?: Readonly<Record<string, { schema: Schema }>>;
  readonly headers?: readonly string[];
  /** Statuses that the door itself, not what all doors share, can answer with. */
  readonly refusals?: Readonly<Record<Status, readonly string[]>>;
};

const BODY_REFUSALS = {
  400: ['invalid_json', 'invalid_request'],
  413: ['too_large'],
  415: ['unsupported_media_type'],
};
const KEY_REFUSALS = {
  401: ['missing_api_key', 'invalid_api_key'],
  403: ['insufficient_scope', 'ip_not_allowed', 'cross_site_request'],
};
const SESSION_REFUSALS = { 401: ['session_required'] };
const LIMITED = { 429: ['rate_limited'] };
/** Headers of every reply. */
const ALWAYS = ['X-Request-Id', 'API-Version'];
const IN_PROGRESS = 'idempotency_in_progress';
const ANYWHERE = { 503: ['unavailable', 'overloaded'] };

const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'];

/** One call as OpenAPI tells it, with everything that is the same for all of them added. */
export function operation(told: Told): Schema {
  const { access, parameters = [], body, status = '200', refusals = {} } = told;
  const shared = [
    refusalsOf(access),
    body ? BODY_REFUSALS : {},
    parameters.some(({ in: where }) => where === 'query') ? { 400: ['invalid_request'] } : {},
    access === 'bank' ? {} : LIMITED,
    ANYWHERE,
    refusals,
  ];
  return {
    operationId: told.id,
    tags: [told.tag],
    summary: told.summary,
    ...(told.description ? { description: told.description } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body) } : {}),
    security: securityOf(access),
    responses: {
      [status]: successOf(told),
      ...refused(shared),
      default: refusal('Other failures'),
    },
  };
}

function refusalsOf(access: string): Record<number, readonly string[]> {
  if (isOpen(access)) return {};
  return access === 'session' ? SESSION_REFUSALS : KEY_REFUSALS;
}

function isOpen(access: string): boolean {
  return access === 'public' || access === 'bank';
}

function securityOf(access: string): readonly Schema[] {
  if (isOpen(access)) return [];
  if (access === 'session') return [{ session: [] }];
  const schemes = ['bearer', 'apiKeyHeader', 'apiKeyQuery'].map((name) => ({ [name]: [access] }));
  return [...schemes, { session: [] }];
}

function requestBody(schema: Schema): Schema {
  const required = 'required' in schema;
  return { required, content: { 'application/json': { schema } } };
}

function successOf({ access, summary, reply = {}, content, headers = [] }: Told): Schema {
  const limits = access === 'bank' ? [] : LIMIT_HEADERS;
  return {
    description: summary,
    headers: headerRefs([...ALWAYS, ...limits, ...headers]),
    content: content ?? { 'application/json': { schema: success(reply) } },
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
      refusal(`Codes: ${names.join(', ')}`, headersOf(status, names)),
    ]),
  );
}

function headersOf(status: string, codes: readonly string[]): readonly string[] {
  if (status === '401') return ['WWW-Authenticate'];
  if (status === '429') return [...LIMIT_HEADERS, 'Retry-After'];
  return status === '503' || codes.includes(IN_PROGRESS) ? ['Retry-After'] : [];
}

function refusal(description: string, headers: readonly string[] = []): Schema {
  return {
    description,
    headers: headerRefs([...ALWAYS, ...headers]),
    content: { 'application/json': { schema: ref('Error') } },
  };
}

export function inPath(name: string, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

export function inQuery(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'query', required: false, description, schema };
}

export function inHeader(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'header', required: false, description, schema };
}

const LIMIT = { type: 'integer', minimum: 1, maximum: 200, default: 50 };
const TIME = { type: 'string', format: 'date-time' };

export const LIST_PARAMETERS = [
  inQuery('from', TIME, 'Not before.'),
  inQuery('to', TIME, 'Before.'),
  inQuery('limit', LIMIT, 'Items on a page.'),
  inQuery(
    'cursor',
    { type: 'string', minLength: 1, maxLength: 512 },
    '`nextCursor` of the page before.',
  ),
] as const;

export const NOTHING = bodySchema({});
