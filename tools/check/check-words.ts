/** Refuses words that no plain text needs, in code, comments, documents and file names. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBannedWords } from './banned-words.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOT_OURS =
  /^(LICENSE|package-lock\.json|tools\/check\/banned-words.*)$|\/(gen|golden)\/|\.(pem|png)$/;
/** Its glossary lists the words that a concept is not called. */
const GLOSSARY_FILE = 'docs/glossary.md';

const problems = trackedFiles().flatMap(problemsIn);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function problemsIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const prose = file === GLOSSARY_FILE ? text.replace(/^\|.*\|$/gm, '') : text;
  return [
    ...findBannedWords(file).map(({ word, instead }) => `${file} is named "${word}": ${instead}`),
    ...findBannedWords(prose).map(
      ({ line, word, instead }) => `${file}:${line} says "${word}": ${instead}`,
    ),
  ];
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
