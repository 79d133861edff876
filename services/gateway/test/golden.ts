/** node services/gateway/test/golden.ts: accepts today's OpenAPI document as the expected one. */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/transport/openapi/document.ts';

export const GOLDEN = new URL('golden/openapi.txt', import.meta.url);

/** The document with one line per operation and component, so that a difference is easy to review. */
export function openApiText(): string {
  const { paths, components, ...rest } = openApiDocument('https://pay.example.com');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation]),
  );
  const parts = Object.values(components as object).flatMap((part: object) => Object.entries(part));
  const lines = [...Object.entries(rest), ...operations, ...parts];
  return lines.map(([name, value]) => `${name} ${JSON.stringify(value)}\n`).join('');
}

if (import.meta.main) writeFileSync(GOLDEN, openApiText());
