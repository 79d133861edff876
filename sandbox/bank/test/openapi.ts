import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

/** One call as it went over the wire. */
export type RecordedCall = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly contentType: string;
  readonly responseBody: string;
};

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean };

const FILE = `${import.meta.dirname}/../openapi/pix-api-v2.9.0.yaml`;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Holds calls against the Central Bank's own specification. */
export function openSpecification() {
  const document = amended(parse(readFileSync(FILE, 'utf8')));
  // OpenAPI 3.0 adds words to JSON Schema that bind nothing here, so unknown words pass.
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, coerceTypes: false });
  ajv.addFormat('date-time', DATE_TIME);
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
  // The specification calls an address without scheme a URI, and asks for it so in a location.
  ajv.addFormat('uri', {
    validate: (text: string) => URL.canParse(text.replace(/^(?!\w+:)/, 'https://')),
  });
  for (const format of ['int32', 'int64']) {
    ajv.addFormat(format, { type: 'number', validate: Number.isInteger });
  }
  ajv.addSchema(document as object, 'pix');

  const resolve = (node: Node): Node => {
    if (node.$ref === undefined) return node;
    const steps = node.$ref.slice(2).split('/');
    return resolve(steps.reduce((at, step) => at[step] as Node, document));
  };

  const check = (schema: Node, value: unknown, what: string): string[] => {
    const validate = ajv.compile(absolute(schema));
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message}`);
  };

  /** What in this call the specification does not allow. */
  function problemsOf(call: RecordedCall): string[] {
    const { pathname, searchParams } = new URL(call.path, 'http://bank');
    const [template, item] = routeOf(document.paths as Node, pathname);
    const operation = item[call.method.toLowerCase()];
    if (operation === undefined) return [`${call.method} ${template} is not specified`];
    const parameters = [item.parameters, operation.parameters]
      .flatMap((list) => (list ?? []) as unknown as Node[])
      .map(resolve) as unknown as (Parameter & { schema: Node })[];
    const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
    return [
      ...[...pathValues(template, pathname), ...searchParams].flatMap(([name, value]) => {
        const parameter = known.get(name);
        if (parameter === undefined) return [`parameter ${name} is not specified`];
        return check(parameter.schema, typed(parameter.schema, value), `parameter ${name}`);
      }),
      ...parameters
        .filter(
          ({ in: place, required, name }) =>
            place === 'query' && required && !searchParams.has(name),
        )
        .map(({ name }) => `parameter ${name} is missing`),
      ...bodyProblems(operation.requestBody, call.body),
      ...responseProblems((operation.responses as Node)[call.status], call),
    ];
  }

  function bodyProblems(specified: Node | undefined, text: string): string[] {
    if (specified === undefined) return text === '' ? [] : ['a body is not specified'];
    return check(jsonSchemaOf(resolve(specified), 'application/json'), JSON.parse(text), 'request');
  }

  function responseProblems(specified: Node | undefined, call: RecordedCall): string[] {
    if (specified === undefined) return [`status ${call.status} is not specified`];
    const { content } = resolve(specified);
    if (content === undefined)
      return call.responseBody === '' ? [] : ['a response is not specified'];
    const [mediaType = ''] = call.contentType.split(';');
    if (content[mediaType] === undefined) return [`${mediaType} is not specified`];
    return check(content[mediaType].schema as Node, JSON.parse(call.responseBody), 'response');
  }

  function jsonSchemaOf({ content }: Node, mediaType: string): Node {
    return (content as Node)[mediaType]?.schema as Node;
  }

  /** What in a callback the specification does not allow. */
  function callbackProblems(body: unknown): string[] {
    const specified = resolve({ $ref: '#/components/requestBodies/WebhookPixBody' } as Node);
    return check(jsonSchemaOf(specified, 'application/json'), body, 'callback');
  }

  const typed = (schema: Node, text: string): unknown => {
    const { type } = resolve(schema) as unknown as { type?: string };
    return type === 'integer' ? Number(text) : text;
  };

  return { problemsOf, callbackProblems };
}

/**
 * Two lists of required fields contradict the fields and the example beside them: a list of payments
 * would need `cobs`, a webhook `cnpj`.
 */
function amended(document: Document): Node {
  document.components.schemas.PixConsultados.required = ['parametros', 'pix'];
  document.components.schemas.WebhookCompleto.required = ['webhookUrl', 'criacao'];
  return document as unknown as Node;
}

type Amendable = { required: string[] };
type Document = {
  components: { schemas: { PixConsultados: Amendable; WebhookCompleto: Amendable } };
};

/** References inside a part of the document, made good from outside it. */
function absolute(schema: Node): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"pix#/'));
}

function routeOf(paths: Node, pathname: string): readonly [string, Node] {
  const found = Object.entries(paths as Record<string, Node>).find(([template]) =>
    pattern(template).test(pathname),
  );
  if (found === undefined) throw new Error(`${pathname} is not specified`);
  return found;
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '([^/]+)')}$`);
}

function pathValues(template: string, pathname: string): [string, string][] {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const [, ...values] = pattern(template).exec(pathname) ?? [];
  return names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]);
}
