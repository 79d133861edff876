import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CATALOGUE, OF_PROM_CLIENT } from './catalogue.ts';
import { allRules } from './rules.ts';
import { metricOfSeries } from './selectors.ts';

const FOLDER = join(import.meta.dirname, '../../docs/operations/runbooks');
const CODE = /`([^`\n]+)`/g;
const NAME = /[a-zA-Z_:][\w:]*/g;
const SHELL = /^(kubectl|helm|curl) /;

const recorded = new Set(allRules().flatMap(({ record }) => (record ? [record] : [])));
const isOurs = (name: string) => name in CATALOGUE;
const isMetric = (name: string) =>
  name === 'up' ||
  isOurs(metricOfSeries(name, isOurs)) ||
  recorded.has(name) ||
  OF_PROM_CLIENT.test(name);

/** As rules are written: each selector has braces. */
export function withBraces(query: string): string {
  return query.replaceAll(NAME, (name, at) =>
    isMetric(name) && query[at + name.length] !== '{' ? `${name}{}` : name,
  );
}

type Code = { readonly page: string; readonly text: string };

/** What stands in code font in the runbooks, each text once. */
function codes(): Code[] {
  const found = globSync(`${FOLDER}/*.md`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CODE)].map(([, text = '']) => ({
      page: basename(file, '.md'),
      text,
    })),
  );
  return [...new Map(found.map((code) => [code.text, code])).values()];
}

const all = codes();

/** Typed at a shell. */
export const SHELL_LINES = all.filter(({ text }) => SHELL.test(text));
/** Typed in the pod of operators, or `npm run operator --` here; the word alone stands for any command. */
export const OPERATOR_LINES = all.filter(({ text }) => /^operator [a-z]/.test(text));
/** Asked of a database. */
export const STATEMENTS = all.filter(({ text }) => /^select /.test(text));
/** Asked of Prometheus. */
export const QUERIES = all.filter(
  (code) =>
    ![...SHELL_LINES, ...OPERATOR_LINES, ...STATEMENTS].includes(code) &&
    (code.text.match(NAME) ?? []).some(isMetric),
);
