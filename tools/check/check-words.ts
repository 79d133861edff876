/** Refuses words that no plain text needs, in code, comments, documents and file names. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NOT_OURS =
  /^(LICENSE|package-lock\.json|tools\/check\/check-words.*)$|\/(gen|golden)\/|\.(pem|png)$/;
/** Its glossary lists the words that a concept is not called. */
const GLOSSARY_FILE = 'docs/glossary.md';

/** Words that a reader has to decode, each with the plain one. The glossary is in docs/glossary.md. */
const BANNED: Readonly<Record<string, string>> = {
  told: 'informed, notified, given',
  'mend(s|ed|ing)?': 'fix, repair, patch',
  afresh: 'again, new',
  unheard: 'new, unknown',
  heard: 'received, known',
  'insist(s|ed|ing|ence)?': 'require, check again',
  'hurr(y|ies|ied)': 'expedite',
  'strays?': 'suspended payment',
  nonsense: 'malformed, invalid',
  'makes? no sense': 'is malformed',
  'g[ai]ve(s|n)? out': 'issue',
  'vouch(es|ed)?( for)?': 'sign, certify',
  '(is|are|was|were|be|been|being) away': 'is unavailable',
  impatient: 'with a timeout',
  'miracles?': 'unsupported expectation',
  whoever: 'the caller, the client, the owner',
  'sightings?': 'bank report',
  'witness(es|ed)?': 'metrics, sources',
  'stor(y|ies)': 'timeline, scenario',
  'announcements?': 'event',
  '(is|are|was|were|be|been) let in': 'admit',
  'for ever': 'without end, permanently',
  'half( of)? a character': 'unpaired surrogate',
  'second walls?': 'row-level security, second line of defence',
  chance: 'random number',
};

type Finding = { readonly line: number; readonly word: string; readonly instead: string };

const PATTERNS = Object.entries(BANNED).map(([words, instead]) => ({
  pattern: new RegExp(`\\b${words.replaceAll(' ', '\\s+')}\\b`, 'g'),
  instead,
}));

if (import.meta.main) {
  const problems = trackedFiles().flatMap(problemsIn);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

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

/** Finds them in prose and in identifiers, and in a phrase that a comment breaks over two lines. */
export function findBannedWords(text: string): Finding[] {
  const words = plainWordsOf(text);
  const findings = PATTERNS.flatMap(({ pattern, instead }) =>
    Array.from(words.matchAll(pattern), ({ 0: word, index }) => ({
      line: words.slice(0, index).split('\n').length,
      word: word.replace(/\s+/g, ' '),
      instead,
    })),
  );
  return findings.sort((a, b) => a.line - b.line);
}

/** Lower case, identifiers split into their words, no comment markers; each word stays on its line. */
function plainWordsOf(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .replace(/^[ \t]*(?:\/?\*+|\/\/+|#+|>)[ \t]?/gm, '')
    .toLowerCase();
}
