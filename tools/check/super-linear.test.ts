import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { slowLoopsOf } from './super-linear.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['{services,packages,sandbox}/*/src/**/*.ts', 'operator/src/**/*.ts'];
/** Not reached by text of others: tests, generated types and the launcher. */
const NOT_RUN = /\.test\.ts$|\/src\/(gen|testing)\/|^packages\/launcher\//;

/** Matches at the end of the text at the latest; cost-of-text.test.ts measures it. */
const ALWAYS_MATCHES = 'services/gateway/src/transport/http/json-body.ts';

type Expression = { readonly place: string; readonly source: string; readonly flags: string };

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Expression[] = [];
  const { program } = parseSync(file, text);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      const { pattern: source, flags } = node.regex;
      found.push({ place: `${file}:${line}`, source, flags });
    },
  }).visit(program);
  return found;
}

test('every expression of the source costs linear time on any text', () => {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !NOT_RUN.test(file));
  const expressions = files.flatMap(expressionsIn);

  expect(expressions.length).toBeGreaterThan(200);
  const slow = expressions.flatMap(({ place, source, flags }) => {
    const loops = place.startsWith(ALWAYS_MATCHES) ? null : slowLoopsOf(source, flags);
    return loops ? [`${place} /${source}/${flags}: ${loops.outer} and ${loops.inner}`] : [];
  });
  expect(slow).toEqual([]);
});

test.each([
  /\/+$/,
  /=+$/,
  /\B(?=(\d{3})+$)/g,
  /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g,
  /\]\([^)]*\)/g,
  /([?&][\w.-]*(?:key|token)[\w.-]*=)[^&]+/,
  /"[^"]*(password|token)[^"]*"\s*:/i,
  /^(a+)+$/,
  /^(a*)*$/,
  /^(a|a)*$/,
  /^([a-z]+\.?)+$/,
  /^(\w|\d)+!$/,
  /\s+$/,
  /^.*?,.*?,x$/,
  /^(?=\d*\d*x)\d/,
])('%s is found to be slow', ({ source, flags }) => {
  expect(slowLoopsOf(source, flags)).not.toBeNull();
});

test.each([
  /a+/,
  /^\/+$/,
  /"[^"]*"/,
  /\b\w+$/,
  /^(?=.{1,64}$)[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/,
  /^[a-z]+(-[a-z]+)*$/,
  /\s+/g,
  /(?:'[^']*')+/g,
  /[?&][\w.-]{0,64}=/,
  /^(?![a-z][a-z0-9+.-]*:\/\/)[\x21-\x7e]{1,77}$/i,
])('%s is found to be linear', ({ source, flags }) => {
  expect(slowLoopsOf(source, flags)).toBeNull();
});
