import type { Setting } from '@entrada/platform/config/settings';
import { settings as bank } from '../../sandbox/bank/src/config.ts';
import { settings as auth } from '../../services/auth/src/config.ts';
import { settings as charges } from '../../services/charges/src/config.ts';
import { settings as gateway } from '../../services/gateway/src/config.ts';
import { settings as ledger } from '../../services/ledger/src/config.ts';
import { settings as webhooks } from '../../services/webhooks/src/config.ts';

const PROGRAMS = { gateway, auth, charges, ledger, webhooks, 'sandbox bank': bank };

type AnySetting = Setting<unknown>;
type Row = { readonly name: string; readonly fallback: string; readonly meaning: string };

/** Names that differ only in a service are one row. */
const PATTERNS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^DATABASE_URL_(?!EVENTS$)/,
    'DATABASE_URL_<SERVICE>',
    'Postgres URL of the service, as its own role',
  ],
  [
    /^EVENT_KEY_[A-Z]+_[A-Z]+$/,
    'EVENT_KEY_<PRODUCER>_<CONSUMER>',
    'key with which the consumer recognizes events of the producer; both have the same, and nobody else',
  ],
];
const PREVIOUS = /_PREVIOUS$/;

function rowOf(setting: AnySetting): Row {
  const [, name = setting.name, meaning = setting.meaning] =
    PATTERNS.find(([pattern]) => pattern.test(setting.name)) ?? [];
  return { name, meaning, fallback: fallbackOf(setting) };
}

function fallbackOf(setting: AnySetting): string {
  if (!('fallback' in setting)) return 'required';
  return setting.fallback === undefined ? 'none' : `\`${setting.fallback}\``;
}

/** What an operator may set: not the paces of tests; how a key is replaced is said once, above. */
function rowsOf(settings: Readonly<Record<string, AnySetting>>): Row[] {
  const shown = Object.values(settings).filter(
    ({ name, isForTests }) => !isForTests && !PREVIOUS.test(name),
  );
  return [...new Map(shown.map(rowOf).map((row) => [row.name, row])).values()];
}

const ROWS = Object.entries(PROGRAMS).map(([program, settings]) => ({
  program,
  rows: rowsOf(settings),
}));
const programsOf = (name: string) =>
  ROWS.filter(({ rows }) => rows.some((row) => row.name === name)).map(({ program }) => program);
const isCommon = ({ name }: Row) => programsOf(name).length > 1;

function commonTable(): string {
  const common = ROWS.flatMap(({ rows }) => rows.filter(isCommon));
  const rows = [...Map.groupBy(common, ({ name }) => name).values()].map((same) => {
    // The row of a program that requires it says most.
    const row = same.find(({ fallback }) => fallback === 'required') ?? (same[0] as Row);
    const programs = programsOf(row.name);
    const all = programs.length === ROWS.length ? 'all' : programs.join(', ');
    return `| \`${row.name}\` | ${row.fallback} | ${row.meaning} | ${all} |`;
  });
  return ['| variable | default | meaning | programs |', '|---|---|---|---|', ...rows].join('\n');
}

function ownTable({ program, rows }: (typeof ROWS)[number]): string {
  const own = rows
    .filter((row) => !isCommon(row))
    .map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
  const head = [`## ${program}`, '', '| variable | default | meaning |', '|---|---|---|'];
  return [...head, ...own].join('\n');
}

const keysWithPrevious = Object.values(PROGRAMS)
  .flatMap((settings) => Object.values<AnySetting>(settings))
  .filter(({ name }) => PREVIOUS.test(name))
  .map(({ name }) => `\`${name.replace(PREVIOUS, '')}\``);

/** docs/configuration.md, from the services' own settings. */
export const configurationText = `# Configuration

Every program reads its settings from the environment when it starts. If some are missing or invalid, it lists all of them and exits.
Made by \`npm run generate\` from the programs' own \`config.ts\`, which also has paces that only tests set.

A secret is replaced without an outage: its name with \`_PREVIOUS\` holds the other value, the one before while it is still in use, or the
next one before it is used. ${[...new Set(keysWithPrevious)].join(', ')} have it.

## Common settings

${commonTable()}

${ROWS.filter(({ rows }) => !rows.every(isCommon))
  .map(ownTable)
  .join('\n\n')}
`;
