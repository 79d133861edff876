import type { Call } from './calls.ts';

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
