import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import { type Call, type Content, callsOf, curlFor, type Schema } from './calls.ts';

const LOCAL = 'http://localhost:8080';

/** docs/api/reference.md, from the contract, to be read in the repository and at a running gateway. */
export function referenceText(): string {
  const document = openApiDocument(LOCAL);
  const { schemas } = document.components as { schemas: Schemas };
  const calls = callsOf(document);
  const tags = [...new Set(calls.map(({ operation }) => operation.tags[0]))];
  const sections = tags.map((tag) => {
    const own = calls.filter(({ operation }) => operation.tags[0] === tag);
    const contents = own.map(
      (call) =>
        `- [\`${call.method} ${call.path}\`](#${anchorOf(call)}): ${call.operation.summary}`,
    );
    return [`## ${tag}`, contents.join('\n'), ...own.map((call) => callText(call, schemas, LOCAL))];
  });
  const about =
    'Every call with its fields, ranges, defaults and examples, made by `npm run generate` from the contract, which a running gateway serves as ' +
    'OpenAPI at `/openapi.json`. [Conventions](README.md) that hold for all calls.';
  const parts = [about, ...sections.flat(), '## Schemas', ...schemaTexts(schemas)];
  return `${['# Reference', ...parts].join('\n\n')}\n`;
}

type Schemas = Readonly<Record<string, Schema>>;

/** One call of the reference as Markdown. */
function callText(call: Call, schemas: Schemas, baseUrl: string): string {
  const { method, path, operation } = call;
  const { parameters = [], requestBody, responses, summary, description } = operation;
  const fields = [
    ...parameters.map(({ name, in: place, required, description: about, schema }) =>
      row(name, required ? place : `${place}, optional`, { ...schema, description: about }),
    ),
    ...rowsOf(schemaIn(requestBody?.content ?? {}, schemas), 'body'),
  ];
  const parts = [
    `### ${method} ${path}`,
    [`${summary}.`, description].filter(Boolean).join(' '),
    accessOf(call),
    ...(fields.length > 0 ? [table(fields)] : []),
    block('sh', curlFor(call, baseUrl)),
    ...Object.entries(responses).flatMap(([status, reply]) => replyText(status, reply, schemas)),
    refusalsOf(responses),
  ];
  return parts.join('\n\n');
}

/** The schemas that several calls share. */
function schemaTexts(schemas: Schemas): string[] {
  const shared = Object.entries(schemas).filter(([name]) => !isOfOneCall(name));
  return shared.map(([name, schema]) => {
    const fields = rowsOf(schema);
    return `### Schema ${name}\n\n${fields.length > 0 ? table(fields) : `${typeOf(schema)}.`}`;
  });
}

/** Bodies and replies are named after their call, and shown there. */
function isOfOneCall(schemaName: string): boolean {
  return /(Request|Reply)$/.test(schemaName);
}

function accessOf({ operation: { security } }: Call): string {
  const scope = security[0]?.bearer?.[0];
  if (scope) return `API key with the scope \`${scope}\`, or a dashboard session.`;
  return security[0] ? 'Dashboard session.' : 'Public.';
}

function schemaIn(content: Content, schemas: Schemas): Schema {
  const { schema = {} } = content['application/json'] ?? {};
  return schemas[nameOf(schema) ?? ''] ?? schema;
}

/** One for each field; those of an object that has no name of its own stand below it. */
function rowsOf(schema: Schema, place = '', path = ''): string[] {
  const required = new Set(schema.required as readonly string[] | undefined);
  const properties = Object.entries((schema.properties ?? {}) as Schemas);
  return properties.flatMap(([name, field]) => {
    const where = [place, ...(required.has(name) ? [] : ['optional'])].filter(Boolean).join(', ');
    return [row(path + name, where, field), ...rowsOf(field, place, `${path}${name}.`)];
  });
}

function row(name: string, place: string, schema: Schema): string {
  const values = (schema.enum ?? schema['x-extensible-enum'] ?? []) as readonly unknown[];
  const choices = values.map((value) => `\`${value}\``).join(' ');
  const usual = schema.default === undefined ? '' : `Default: \`${schema.default}\`.`;
  const meaning = [schema.description ?? '', choices, usual].filter(Boolean).join(' ');
  return `| \`${name}\` | ${place} | ${typeOf(schema)} | ${meaning.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`;
}

function table(rows: readonly string[]): string {
  return ['| field | in | type | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name) return isOfOneCall(name) ? name : `[${name}](#schema-${name.toLowerCase()})`;
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const { minItems, maxItems, minLength, maxLength } = schema;
  if (schema.type === 'array') {
    return `list of ${typeOf((schema.items ?? {}) as Schema)}${rangeOf(minItems, maxItems, 'entries')}`;
  }
  const format = schema.format === undefined ? '' : `, ${schema.format}`;
  const length = rangeOf(minLength, maxLength, 'characters');
  return `${[schema.type ?? 'any'].flat().join(' or ')}${format}${boundsOf(schema)}${length}`;
}

function boundsOf({ minimum, maximum }: Schema): string {
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  if (!isOpen) return ` ${minimum ?? ''}..${maximum}`;
  return minimum === undefined ? '' : ` from ${minimum}`;
}

function rangeOf(least: unknown, most: unknown, unit: string): string {
  return most === undefined ? '' : ` ${least ?? 0}..${most} ${unit}`;
}

function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

type Replies = Call['operation']['responses'];

/** The fields of a reply, and a sample. */
function replyText(
  status: string,
  { description, content }: Replies[string],
  schemas: Schemas,
): string[] {
  if (isRefusal(status)) return [];
  const types = Object.keys(content).map((type) => `\`${type}\``);
  const fields = rowsOf(schemaIn(content, schemas));
  const { example } = content['application/json'] ?? {};
  return [
    `**${status}** ${description} (${types.join(' or ')})`,
    ...(fields.length > 0 ? [table(fields)] : []),
    ...(example === undefined ? [] : [block('json', JSON.stringify(example, null, 2))]),
  ];
}

function refusalsOf(replies: Replies): string {
  const refusals = Object.entries(replies).filter(([status]) => isRefusal(status));
  const texts = refusals.map(([status, { description }]) => {
    const [, codes] = /^Codes: (.+)$/.exec(description) ?? [];
    const links = codes?.replace(/\w+/g, '[`$&`](errors.md#$&)');
    return `${status} ${links ?? description.toLowerCase()}`;
  });
  return `[Errors](errors.md): ${texts.join('; ')}.`;
}

function isRefusal(status: string): boolean {
  return status === 'default' || Number(status) >= 400;
}

/** Of the heading of a call, as repositories show it. */
function anchorOf({ method, path }: Call): string {
  return `${method} ${path}`
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
