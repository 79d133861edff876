import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import { comment, key, type Schema, typeOf } from './schema-type.ts';

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Operation = {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

const JSON_TYPE = 'application/json';
const HEAD = `/** Written by npm run generate from the gateway's OpenAPI document. Do not edit. */
`;

/** The types of every JSON call of the API, and of what it sends and gets. */
export function clientTypes(): string {
  const { paths, components } = openApiDocument('https://entrada.example');
  const { schemas } = components as { readonly schemas: Readonly<Record<string, Schema>> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Operation>).flatMap(([method, operation]) =>
      callOf(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  return [HEAD, ...types, `export type Calls = {\n${calls.join('\n')}\n};\n`].join('\n');
}

/** Nothing for what is no JSON: images, pages and streams are not called, but linked. */
function callOf(name: string, { summary, parameters = [], ...operation }: Operation): string[] {
  const reply = successOf(operation.responses);
  if (!reply) return [];
  const { requestBody: body } = operation;
  const content = body?.content[JSON_TYPE]?.schema;
  const fields = [
    ...fieldsIn('path', parameters),
    ...fieldsIn('query', parameters),
    ...(content
      ? [`    readonly body${body?.required ? '' : '?'}: ${typeOf(content, '    ')};`]
      : []),
    `    readonly reply: ${typeOf(reply, '    ')};`,
  ];
  return [...comment(summary, '  '), `  ${JSON.stringify(name)}: {`, ...fields, '  };'];
}

function successOf(responses: Operation['responses']): Schema | undefined {
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
