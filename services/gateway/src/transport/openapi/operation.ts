import { given } from '@entrada/platform/grpc/fields';
import { z } from 'zod';
import { idempotencyKey } from '../http/idempotency.ts';
import type { Route } from '../http/route.ts';
import { EXAMPLE_VALUES, OTHER_EXAMPLES } from './example-values.ts';
import { exampleMaker } from './examples.ts';
import { jsonSchemaOf, ref, type Schema, success } from './schema.ts';

type Schemas = Record<string, Schema>;
type Codes = Readonly<Record<number, readonly string[]>>;

const JSON_TYPE = 'application/json';
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
const CROSS_SITE = { 403: ['cross_site_request'] };
const LIMITED = { 429: ['rate_limited'] };
/** Headers of every reply. */
const ALWAYS = ['X-Request-Id', 'API-Version'];
const IN_PROGRESS = 'idempotency_in_progress';
const ANYWHERE = { 503: ['unavailable', 'overloaded'] };

const UNEXPECTED = ['internal_error', 'timeout'];
const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'];

/** What the names in a path mean, and the code for an id that the account does not have. */
const PATH_PARAMETERS: Readonly<Record<string, readonly [meaning: string, unknown?: string]>> = {
  paymentLinkId: ['paymentLinkId of the deposit.', 'charge_not_found'],
  refundId: ['Id of the refund.', 'refund_not_found'],
  webhookId: ['Id of the webhook endpoint.', 'webhook_not_found'],
  deliveryId: ['Id of the delivery.', 'delivery_not_found'],
  sessionId: ['Id of the session.', 'not_found'],
  keyId: ['Id of the API key.', 'not_found'],
  secret: ['Secret that only the bank knows.'],
  name: ['For example DEPOSIT_ASSET_SUCCESS.json.', 'not_found'],
  page: ['For example quick-start.', 'not_found'],
};
const CAPABILITY = 'paymentLinkId of the deposit; no other credential is needed.';
const REFUND_KEY = 'A new unique value for each refund, and the same value when you retry it.';

/**
 * The operation that a route documents. Its body and its reply get names in `schemas`: generators of clients would
 * make names up from the status, which would then be part of the client's code.
 */
export function operationOf(route: Route, schemas: Schemas): Schema {
  const { access, body, status = 200 } = route;
  const name = `${route.id.charAt(0).toUpperCase()}${route.id.slice(1)}`;
  const exampleOf = exampleMaker(schemas);

  function mediaOf(type: string, schema: Schema, own: string): Schema {
    if (type !== JSON_TYPE) return given({ schema, example: OTHER_EXAMPLES[type] });
    const named = nameSchema(schema, own);
    return { schema: named, example: exampleOf(named, '') };
  }

  /** Many operations reply with nothing but `success`, or need no field in their body. */
  function nameSchema(schema: Schema, own: string): Schema {
    if (!schema.properties) return schema;
    const fields = Object.keys(schema.properties);
    const isDone = fields.length === 1 && fields[0] === 'success';
    const component = fields.length === 0 ? 'NoFields' : isDone ? 'Done' : own;
    schemas[component] = schema;
    return { $ref: `#/components/schemas/${component}` };
  }

  function requestBody(sent: z.ZodObject): Schema {
    const schema = jsonSchemaOf(sent, 'input');
    const media = mediaOf(JSON_TYPE, withDefaultsInWords(schema), `${name}Request`);
    return { required: 'required' in schema, content: { [JSON_TYPE]: media } };
  }

  function replyOf({ reply = {}, content = { [JSON_TYPE]: success(reply) } }: Route): Schema {
    const media = Object.entries(content).map(([type, schema]) => [
      type,
      mediaOf(type, jsonSchemaOf(schema, 'output'), `${name}Reply`),
    ]);
    return {
      description: route.summary,
      headers: headerRefs([...ALWAYS, ...LIMIT_HEADERS, ...(route.headers ?? [])]),
      content: Object.fromEntries(media),
    };
  }

  const parameters = parametersOf(route);
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...given({ description: route.description }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body) } : {}),
    security: securityOf(access),
    responses: {
      [status]: replyOf(route),
      ...refused(refusalsOf(route)),
      default: refusal('Other errors', UNEXPECTED),
    },
  };
}

/** Generators take a field of a named schema that has a default for one that is always there. */
function withDefaultsInWords(schema: Schema): Schema {
  const properties = Object.entries(schema.properties as Schemas).map(([name, property]) => {
    const { default: value, description, ...rest } = property;
    if (value === undefined) return [name, property];
    const words = [description, `Default: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ');
    return [name, { ...rest, description: words }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Those of a query need no example, because all of them may be absent. */
function parametersOf({ path, access, idempotencyKey: key, query }: Route): Schema[] {
  const inPath = namesIn(path).map((name) => {
    const [meaning] = PATH_PARAMETERS[name] ?? [''];
    const description = access === 'public' && name === 'paymentLinkId' ? CAPABILITY : meaning;
    const example = EXAMPLE_VALUES[`path.${name}`] ?? EXAMPLE_VALUES[name];
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
  });
  const inHeader = key
    ? parametersIn('header', z.object({ 'Idempotency-Key': idempotencyKey })).map((header) => ({
        ...header,
        ...(key === 'required' ? { required: true, description: REFUND_KEY } : {}),
        example: EXAMPLE_VALUES['Idempotency-Key'],
      }))
    : [];
  return [...inPath, ...inHeader, ...(query ? parametersIn('query', query) : [])];
}

function parametersIn(place: string, fields: z.ZodObject): Schema[] {
  const properties = jsonSchemaOf(fields, 'input').properties as Schemas;
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    return { name, in: place, required: false, description, schema };
  });
}

function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** The errors of a route: those that follow from its declaration, and its own. */
function refusalsOf(route: Route): readonly Codes[] {
  const { access, method, path, proof, body, query, content } = route;
  const isChangeBySession = method !== 'GET' && /^(session|account|public)$/.test(access);
  // Pages and files ignore parameters that they do not know; calls refuse them.
  const isPage = access === 'bank' || (access === 'public' && content !== undefined);
  const unknown = namesIn(path).flatMap((name) => PATH_PARAMETERS[name]?.[1] ?? []);
  return [
    accessRefusals(access),
    proof ? PROOF_REFUSALS : {},
    body ? BODY_REFUSALS : {},
    isPage ? {} : { 400: ['invalid_request'] },
    LIMITED,
    ANYWHERE,
    query && 'cursor' in query.shape ? { 400: ['invalid_cursor'] } : {},
    isChangeBySession ? CROSS_SITE : {},
    unknown.length > 0 ? { 404: unknown } : {},
    route.refusals ?? {},
  ];
}

function accessRefusals(access: string): Codes {
  if (isOpen(access)) return {};
  if (access === 'account') return ACCOUNT_REFUSALS;
  return access === 'session' ? SESSION_REFUSALS : KEY_REFUSALS;
}

function isOpen(access: string): boolean {
  return access === 'public' || access === 'anyone' || access === 'bank';
}

function securityOf(access: string): readonly Schema[] {
  if (isOpen(access)) return [];
  if (access === 'session' || access === 'account') return [{ session: [] }];
  // Only one way to send a key: generated clients would use all that are listed, the URL included.
  return [{ bearer: [access] }, { session: [] }];
}

function headerRefs(names: readonly string[]): Schema {
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return Object.fromEntries(refs);
}

function refused(parts: readonly Codes[]): Schema {
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
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
  return {
    description,
    headers: headerRefs([...ALWAYS, ...headers]),
    content: { [JSON_TYPE]: { schema: jsonSchemaOf(ref('Error'), 'output'), examples } },
  };
}
