/** Writes docs/api/reference.md and docs/api/errors.md from the contract, to be read in the repository. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';
import { callsOf } from '../../services/gateway/src/transport/docs/calls.ts';
import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import { ERROR_CODES } from '../../services/gateway/src/transport/openapi/error-codes.ts';
import { anchorOf, callText, type Schemas } from './call-text.ts';

const LOCAL = 'http://localhost:8080';
const MADE = 'Made by `npm run generate` from the contract.';

function referenceText(): string {
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
  const about = `${MADE} A running gateway serves it at \`/docs/reference\`, with the fields of every reply, and as OpenAPI at \`/openapi.json\`.`;
  return `${['# Reference', about, ...sections.flat()].join('\n\n')}\n`;
}

function errorsText(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { statuses, meaning, todo }]) =>
      `| \`${code}\` | ${statuses.join(', ')} | ${meaning} | ${todo} |`,
  );
  const about = `${MADE} A running gateway serves it at \`/docs/errors\`. Programs should use \`code\`; the message is for people. There may be
new codes: treat one that you do not know by its status. [How to retry safely](../guides/idempotency.md).`;
  const table = ['| code | status | cause | what to do |', '|---|---|---|---|', ...rows];
  return `${['# Errors', about, table.join('\n')].join('\n\n')}\n`;
}

const FILES = { 'docs/api/reference.md': referenceText, 'docs/api/errors.md': errorsText };

/** Writes the files, or says whether the committed ones are up to date. */
export function apiDocs({ check }: { readonly check: boolean }): boolean {
  return Object.entries(FILES).every(([file, text]) => {
    if (check) return readFileSync(file, 'utf8') === text();
    writeFileSync(file, text());
    return true;
  });
}

if (import.meta.main) {
  const about = `Writes ${Object.keys(FILES).join(' and ')}.`;
  const options = readCommandLine('api-docs', about, (command) =>
    command.option('--check', 'only say whether the committed files are up to date'),
  );
  if (!apiDocs({ check: options.check === true })) {
    console.error('docs/api is stale: run npm run generate and commit the result.');
    process.exitCode = 1;
  }
}
