import { z } from 'zod';

/** A name with more mistakes than this is another name. */
const MISTAKES_MAX = 2;
const NAME_LENGTH_MAX = 64;

/** For a field that a request does not have: the one that may be meant, or all that there are. */
export function unknownFieldHint(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): string | undefined {
  const [issue] = issues;
  if (issue?.code !== 'unrecognized_keys' || issue.path.length > 0) return undefined;
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  if (names.length === 0) return undefined;
  const [unknown = ''] = issue.keys;
  const same = names.find((name) => plain(name) === plain(unknown));
  if (same) return `Did you mean \`${same}\`? Names are case-sensitive.`;
  const similar = names.find((name) => isSimilar(plain(name), plain(unknown)));
  if (similar) return `Did you mean \`${similar}\`?`;
  return `Recognized fields: ${names.join(', ')}.`;
}

/** As written in other APIs: external_id is externalId. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function isSimilar(known: string, unknown: string): boolean {
  if (unknown.length > NAME_LENGTH_MAX) return false;
  const mistakes = mistakesBetween(known, unknown);
  return mistakes <= MISTAKES_MAX && mistakes * 2 < known.length;
}

/** How many letters have to be added, removed or replaced (the Levenshtein distance). */
function mistakesBetween(known: string, written: string): number {
  let row = [...written, ''].map((_letter, index) => index);
  for (const [before, letter] of [...known].entries()) {
    const next = [before + 1];
    for (const [index, other] of [...written].entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
