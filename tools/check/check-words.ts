/**
 * Refuses words that no plain text needs, in code, comments, documents and file names. Files that had
 * them when the rule came are pending; that list only shrinks: `npx node tools/check/check-words.ts --prune`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBannedWords } from './banned-words.ts';

const ROOT = join(import.meta.dirname, '../..');
const PENDING_FILE = 'tools/check/pending-files.txt';
const NOT_OURS =
  /^(LICENSE|package-lock\.json|tools\/check\/(banned-words|pending-files).*)$|\/(gen|golden)\/|\.(pem|png)$/;
/** Its glossary lists the words that a concept is not called. */
const GLOSSARY_FILE = 'docs/glossary.md';

const pending = readFileSync(join(ROOT, PENDING_FILE), 'utf8').split('\n').filter(Boolean);
const offending = new Map(trackedFiles().flatMap((file) => findingsIn(file)));

if (process.argv.includes('--prune')) {
  const left = [...new Set(pending)].filter((file) => offending.has(file)).sort();
  writeFileSync(join(ROOT, PENDING_FILE), left.map((file) => `${file}\n`).join(''));
} else {
  const problems = [...offending].flatMap(([file, lines]) => (pending.includes(file) ? [] : lines));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function findingsIn(file: string): [string, string[]][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const prose = file === GLOSSARY_FILE ? text.replace(/^\|.*\|$/gm, '') : text;
  const problems = [
    ...findBannedWords(file).map(({ word, instead }) => `${file} is named "${word}": ${instead}`),
    ...findBannedWords(prose).map(
      ({ line, word, instead }) => `${file}:${line} says "${word}": ${instead}`,
    ),
  ];
  return problems.length === 0 ? [] : [[file, problems]];
}

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => file && !NOT_OURS.test(file) && existsSync(join(ROOT, file)));
}
