/** Writes docs/configuration.md from the services' own settings; `--check` only compares. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Setting } from '@entrada/platform/config/settings';
import { settings as bank } from '../sandbox/bank/src/config.ts';
import { settings as auth } from '../services/auth/src/config.ts';
import { settings as charges } from '../services/charges/src/config.ts';
import { settings as gateway } from '../services/gateway/src/config.ts';
import { settings as ledger } from '../services/ledger/src/config.ts';
import { settings as webhooks } from '../services/webhooks/src/config.ts';
import { readCommandLine } from './command-line.ts';

const FILE = 'docs/configuration.md';
const PROGRAMS = { gateway, auth, charges, ledger, webhooks, 'sandbox bank': bank };

function table(name: string, settings: Readonly<Record<string, Setting<unknown>>>): string {
  const rows = Object.values(settings).map(
    (setting) => `| \`${setting.name}\` | ${fallbackOf(setting)} | ${setting.meaning} |`,
  );
  return [`## ${name}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows].join(
    '\n',
  );
}

function fallbackOf(setting: Setting<unknown>): string {
  if (!('fallback' in setting)) return 'required';
  return setting.fallback === undefined ? 'none' : `\`${setting.fallback}\``;
}

const text = `# Configuration

Every program reads its settings from the environment when it starts. If some are missing or invalid, it lists all of them and exits.
Made by \`npm run generate\` from the programs' own \`config.ts\`.

${Object.entries(PROGRAMS)
  .map(([name, settings]) => table(name, settings))
  .join('\n\n')}
`;

/** Writes the file, or says whether the committed one is up to date. */
export function configurationDocs({ check }: { readonly check: boolean }): boolean {
  if (check) return readFileSync(FILE, 'utf8') === text;
  mkdirSync('docs', { recursive: true });
  writeFileSync(FILE, text);
  return true;
}

if (import.meta.main) {
  const options = readCommandLine('config-docs', `Writes ${FILE}.`, (command) =>
    command.option('--check', 'only say whether the committed file is up to date'),
  );
  if (!configurationDocs({ check: options.check === true })) {
    console.error(`${FILE} is stale: run npm run generate and commit the result.`);
    process.exitCode = 1;
  }
}
