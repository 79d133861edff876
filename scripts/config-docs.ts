/** Writes docs/configuration.md from the services' own settings; `--check` only compares. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Setting } from '@entrada/platform/config/settings';
import { settings as bank } from '../sandbox/bank/src/config.ts';
import { settings as auth } from '../services/auth/src/config.ts';
import { settings as charges } from '../services/charges/src/config.ts';
import { settings as gateway } from '../services/gateway/src/config.ts';
import { settings as ledger } from '../services/ledger/src/config.ts';
import { settings as webhooks } from '../services/webhooks/src/config.ts';

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

Every program reads its settings from the environment, once, and refuses to start with a list of all that is wrong.
Made by \`npm run generate\` from the programs' own \`config.ts\`.

${Object.entries(PROGRAMS)
  .map(([name, settings]) => table(name, settings))
  .join('\n\n')}
`;

if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text) {
    console.error(`${FILE} is stale: run npm run generate and commit the result.`);
    process.exit(1);
  }
} else {
  mkdirSync('docs', { recursive: true });
  writeFileSync(FILE, text);
}
