/** Writes the table of values in the chart's README.md from the comments of its values.yaml; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';

const VALUES = 'deploy/helm/entrada/values.yaml';
const README = 'deploy/helm/entrada/README.md';
const BEGIN = '<!-- values: made by npm run generate from the comments of values.yaml -->';
const END = '<!-- /values -->';

type Row = { readonly path: string; readonly value: string; readonly meaning: string };

function rowsOf(map: YAMLMap, prefix: string): Row[] {
  return map.items.flatMap((pair, index) => {
    const path = `${prefix}${pair.key}`;
    const meaning = meaningOf(pair, index === 0 ? map.commentBefore : undefined);
    if (!isMap(pair.value) || pair.value.flow || path.endsWith('.secrets')) {
      return [{ path, value: textOf(pair), meaning }];
    }
    const rows = rowsOf(pair.value, `${path}.`);
    return meaning ? [{ path, value: '', meaning }, ...rows] : rows;
  });
}

/** The comment before a key; of several paragraphs the last, because others are about what follows as a whole. */
function meaningOf({ key, value }: Pair, ofFirst: string | null | undefined): string {
  const before = (isScalar(key) && key.commentBefore) || ofFirst || '';
  const beside = isScalar(value) ? value.comment : '';
  const paragraph = before.split(/\n\s*\n/).at(-1) || beside || '';
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}

function textOf({ value }: Pair): string {
  if (isMap(value) && !value.flow) {
    return value.items.map(({ key }) => `\`${key}\``).join(', ');
  }
  const plain = isScalar(value) ? value.value : (value as { toJSON(): unknown }).toJSON();
  return `\`${JSON.stringify(plain)}\``;
}

function table(): string {
  const { contents } = parseDocument(readFileSync(VALUES, 'utf8'));
  if (!isMap(contents)) throw new Error(`${VALUES} is not a map`);
  const rows = rowsOf(contents, '').map(
    ({ path, value, meaning }) => `| \`${path}\` | ${value} | ${meaning} |`,
  );
  return ['| value | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** Writes the table, or says whether the committed one is up to date. */
export function chartDocs({ check }: { readonly check: boolean }): boolean {
  const text = readFileSync(README, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${README} has no place for the values: ${BEGIN}`);
  const fresh = `${before}${BEGIN}\n${table()}\n${END}${after}`;
  if (check) return fresh === text;
  writeFileSync(README, fresh);
  return true;
}

if (import.meta.main) {
  const options = readCommandLine('chart-docs', `Writes the values in ${README}.`, (command) =>
    command.option('--check', 'only say whether the committed file is up to date'),
  );
  if (!chartDocs({ check: options.check === true })) {
    console.error(`${README} is stale: run npm run generate and commit the result.`);
    process.exitCode = 1;
  }
}
