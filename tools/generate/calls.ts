import type { OpenApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';

export type Schema = Readonly<Record<string, unknown>>;
export type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown }>
>;
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
};
export type Operation = {
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Content }>
  >;
};
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

export function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  );
}

/** The call as a command to copy, with the examples of the contract. */
export function curlFor({ method, path, operation }: Call, publicBaseUrl: string): string {
  const { parameters = [], requestBody, security, responses } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const filled = inPath.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  );
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`);
  const json = requestBody?.content['application/json'];
  return [
    `curl ${isStream(responses) ? '-sN' : '-s'}${methodOption(method, json !== undefined)} ${quoted(`${publicBaseUrl}${filled}`)}`,
    ...credentials(security, path),
    ...headers,
    ...(isFile(responses) ? ['-O'] : []),
    ...(json
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json.example))}`]
      : []),
  ].join(' \\\n  ');
}

/** curl sends GET without a body and POST with one. */
function methodOption(method: string, hasBody: boolean): string {
  return method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${method}`;
}

function credentials(security: Call['operation']['security'], path: string): string[] {
  if (path === '/api/session' || path === '/api/account') return ['-b cookies.txt -c cookies.txt'];
  const [first] = security;
  if (!first) return [];
  return [first.bearer ? '-H "Authorization: Bearer $ENTRADA_KEY"' : '-b cookies.txt'];
}

function isStream(responses: Call['operation']['responses']): boolean {
  return 'text/event-stream' in (responses['200']?.content ?? {});
}

function isFile(responses: Call['operation']['responses']): boolean {
  return 'image/png' in (responses['200']?.content ?? {});
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
