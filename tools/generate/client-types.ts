import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import { type Call, callsOf, type Parameter } from './calls.ts';

/** A JSON Schema, as far as our OpenAPI document uses it. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  /** Values that are known today. */
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
  readonly description?: string;
};

const JSON_TYPE = 'application/json';
const HEAD = `/** Written by npm run generate from the gateway's OpenAPI document. Do not edit. */
`;
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};
const STEP = '  ';

/** The types of every JSON call of the API, and of what it sends and gets. */
export function clientTypes(): string {
  const document = openApiDocument('https://entrada.example');
  const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Schema>> };
  const calls = callsOf(document).flatMap(callOf);
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  return [HEAD, ...types, `export type Calls = {\n${calls.join('\n')}\n};\n`].join('\n');
}

/** Nothing for what is no JSON: images, pages and streams are not called, but linked. */
function callOf({ method, path, operation }: Call): string[] {
  const { summary, parameters = [], requestBody: body, responses } = operation;
  const reply = successOf(responses);
  if (!reply) return [];
  const content = body?.content[JSON_TYPE]?.schema;
  const fields = [
    ...fieldsIn('path', parameters),
    ...fieldsIn('query', parameters),
    ...(content
      ? [`    readonly body${body?.required ? '' : '?'}: ${typeOf(content, '    ')};`]
      : []),
    `    readonly reply: ${typeOf(reply, '    ')};`,
  ];
  const name = JSON.stringify(`${method} ${path}`);
  return [...comment(summary, '  '), `  ${name}: {`, ...fields, '  };'];
}

function successOf(responses: Call['operation']['responses']): Schema | undefined {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return response?.content?.[JSON_TYPE]?.schema;
}

/** A path needs all of its parameters, a query none. */
function fieldsIn(place: 'path' | 'query', parameters: readonly Parameter[]): string[] {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return [];
  const mark = place === 'path' ? '' : '?';
  const fields = own.map(({ name, schema }) => `${key(name)}${mark}: ${typeOf(schema, '    ')}`);
  return [
    `    readonly ${place}${mark}: { ${fields.map((field) => `readonly ${field}`).join('; ')} };`,
  ];
}

/** The TypeScript type of a schema; `indent` is that of the line on which it begins. */
function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  // Only the known values, so that a switch can be checked; a newer server may send others.
  const known = schema.enum ?? schema['x-extensible-enum'];
  if (known) {
    const orNull = [schema.type ?? []].flat().includes('null') ? ['null'] : [];
    return union([...known.map((value) => JSON.stringify(value)), ...orNull]);
  }
  // Those that a program can tell apart; a newer server may send others.
  const mapped = schema.discriminator?.mapping;
  const several = mapped ? Object.values(mapped).map(($ref) => ({ $ref })) : schema.anyOf;
  if (several) return union(several.map((one) => typeOf(one, indent)));
  return union([schema.type ?? []].flat().map((type) => typeNamed(type, schema, indent)));
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 0 ? 'unknown' : distinct.join(' | ');
}

function typeNamed(type: string, schema: Schema, indent: string): string {
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
  if (type === 'object') return objectType(schema, indent);
  const primitive = PRIMITIVES[type];
  if (!primitive) throw new Error(`schema type ${type} has no TypeScript type`);
  return primitive;
}

function objectType(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const inner = indent + STEP;
  const lines = Object.entries(properties).flatMap(([name, property]) => [
    ...comment(property.description, inner),
    `${inner}readonly ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property, inner)};`,
  ]);
  const open = openEnd(more, inner);
  if (lines.length === 0) return open ?? '{ readonly [name: string]: never }';
  return `{\n${lines.join('\n')}\n${indent}}${open ? ` & ${open}` : ''}`;
}

/** The type of fields that the schema does not name. */
function openEnd(more: boolean | Schema | undefined, indent: string): string | undefined {
  if (!more) return undefined;
  return `{ readonly [name: string]: ${more === true ? 'unknown' : typeOf(more, indent)} }`;
}

function comment(text: string | undefined, indent: string): string[] {
  return text ? [`${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */`] : [];
}

function key(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}
