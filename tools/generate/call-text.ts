import type { Call, Content } from '../../services/gateway/src/transport/docs/calls.ts';
import { curlFor } from '../../services/gateway/src/transport/docs/curl.ts';

type Schema = Readonly<Record<string, unknown>>;
export type Schemas = Readonly<Record<string, Schema>>;

/** One call of the reference as Markdown. */
export function callText(call: Call, schemas: Schemas, baseUrl: string): string {
  const { method, path, operation } = call;
  const { parameters = [], requestBody, responses, summary, description } = operation;
  const fields = [
    ...parameters.map(({ name, in: place, required, description: about, schema }) =>
      row([name, required], place, schema, about),
    ),
    ...bodyRows(requestBody?.content ?? {}, schemas),
  ];
  const parts = [
    `### ${method} ${path}`,
    [`${summary}.`, description].filter(Boolean).join(' '),
    accessOf(call),
    ...(fields.length > 0 ? [table(fields)] : []),
    block('sh', curlFor(call, baseUrl)),
    ...Object.entries(responses).flatMap(([status, reply]) => replyText(status, reply)),
    refusalsOf(responses),
  ];
  return parts.join('\n\n');
}

function accessOf({ operation: { security } }: Call): string {
  const scope = security[0]?.bearer?.[0];
  if (scope) return `API key with the scope \`${scope}\`, or a dashboard session.`;
  return security[0] ? 'Dashboard session.' : 'Public.';
}

function bodyRows(content: Content, schemas: Schemas): string[] {
  const { schema = {} } = content['application/json'] ?? {};
  const named = schemas[nameOf(schema) ?? ''] ?? schema;
  const required = new Set(named.required as readonly string[] | undefined);
  const properties = Object.entries((named.properties ?? {}) as Schemas);
  return properties.map(([name, field]) =>
    row([name, required.has(name)], 'body', field, field.description),
  );
}

type NamedField = readonly [name: string, isRequired: boolean];

function row(
  [name, isRequired]: NamedField,
  place: string,
  schema: Schema,
  about: unknown,
): string {
  const values = (schema.enum ?? schema['x-extensible-enum'] ?? []) as readonly unknown[];
  const choices = values.map((value) => `\`${value}\``).join(' ');
  const usual = schema.default === undefined ? '' : `Default: \`${schema.default}\`.`;
  const meaning = [about ?? '', choices, usual].filter(Boolean).join(' ');
  const optional = isRequired ? '' : ', optional';
  return `| \`${name}\` | ${place}${optional} | ${typeOf(schema)} | ${meaning.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`;
}

function table(rows: readonly string[]): string {
  return ['| field | in | type | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name) return name;
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Schema)}`;
  const { minimum, maximum, minLength, maxLength } = schema;
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const range = isOpen ? from : ` ${minimum ?? ''}..${maximum}`;
  const length = maxLength === undefined ? '' : ` ${minLength ?? 0}..${maxLength} characters`;
  return `${[schema.type ?? 'any'].flat().join(' or ')}${range}${length}`;
}

function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

type Replies = Call['operation']['responses'];

/** A sample of what is answered. */
function replyText(status: string, { description, content }: Replies[string]): string[] {
  if (isRefusal(status)) return [];
  const { example } = content?.['application/json'] ?? {};
  const sample = example === undefined ? [] : [block('json', JSON.stringify(example, null, 2))];
  return [`**${status}** ${description}`, ...sample];
}

function refusalsOf(replies: Replies): string {
  const refusals = Object.entries(replies).filter(([status]) => isRefusal(status));
  const texts = refusals.map(([status, { description }]) => {
    const [, codes] = /^Codes: (.+)$/.exec(description) ?? [];
    return `${status} ${codes?.replace(/\w+/g, '`$&`') ?? description.toLowerCase()}`;
  });
  return `[Errors](errors.md): ${texts.join('; ')}.`;
}

function isRefusal(status: string): boolean {
  return status === 'default' || Number(status) >= 400;
}

/** Of the heading of a call, as repositories show it. */
export function anchorOf({ method, path }: Call): string {
  return `${method} ${path}`
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
