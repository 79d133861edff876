import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import { anchorOf, callText, type Schemas, schemaTexts } from './call-text.ts';
import { callsOf } from './calls.ts';

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
