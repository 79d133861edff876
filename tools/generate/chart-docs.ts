import { readFileSync } from 'node:fs';
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';

const VALUES = 'deploy/helm/entrada/values.yaml';
export const README = 'deploy/helm/entrada/README.md';
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

/** The chart's README.md, whose table of values is made from the comments of its values.yaml. */
export function chartReadme(): string {
  const text = readFileSync(README, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${README} has no place for the values: ${BEGIN}`);
  return `${before}${BEGIN}\n${table()}\n${END}${after}`;
}
