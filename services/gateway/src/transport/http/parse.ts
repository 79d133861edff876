import type { FieldCode } from '@entrada/contracts/field-codes';
import { AppError, type FieldProblem, invalidCursor } from '@entrada/platform/errors/app-error';
import { z } from 'zod';
import { notAnObject } from './json-body.ts';

/** The parsed input, or an error that names each invalid field. */
export function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {}, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const isNoObject = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  throw isNoObject ? notAnObject(input) : invalidFields(issues, unknownFieldHint(schema, issues));
}

const PROBLEMS_MAX = 20;
const FIELD_LENGTH_MAX = 64;
const CURSORS = new Set(['cursor', 'after']);

const REQUIRED = 'is required';
const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

/** The error for fields that a schema refused; a bad cursor has its own reason on every route. */
function invalidFields(issues: readonly z.core.$ZodIssue[], hint?: string): AppError {
  const fields = issues.flatMap(problemsIn).slice(0, PROBLEMS_MAX);
  const [first = { field: 'request', message: 'is invalid' }] = fields;
  if (CURSORS.has(first.field)) return invalidCursor(first.field);
  return new AppError('INVALID_ARGUMENT', `${first.field} ${first.message}`, { fields, hint });
}

function problemsIn(issue: z.core.$ZodIssue): readonly FieldProblem[] {
  const path = issue.path.map(String);
  const { message } = issue;
  const code = codeOf(issue);
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message, code }];
  return issue.keys.map((name) => {
    return { field: [...path, name.slice(0, FIELD_LENGTH_MAX)].join('.'), message, code };
  });
}

function codeOf(issue: z.core.$ZodIssue): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message === REQUIRED ? 'required' : 'wrong_type';
    case 'too_small':
    case 'too_big':
      return issue.origin === 'number' ? 'out_of_range' : 'wrong_length';
    case 'invalid_value':
      return 'not_a_choice';
    case 'unrecognized_keys':
      return 'unknown_field';
    case 'invalid_format':
      return 'malformed';
    default:
      return 'invalid';
  }
}

/** What is wrong with a field, worded to follow its name. */
function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : (TYPES[issue.expected] ?? 'is invalid');
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return bounded(issue.origin, `at most ${issue.maximum}`);
    case 'invalid_value':
      return `must be one of ${issue.values.map(choiceText).join(', ')}`;
    case 'unrecognized_keys':
      return 'is not a recognized field';
    default:
      return 'is invalid';
  }
}

/** Quoted where it is punctuation, which would read as part of the list. */
function choiceText(choice: unknown): string {
  const text = String(choice);
  return /^\W+$/.test(text) ? `"${text}"` : text;
}

function tooSmall(origin: string, minimum: number, isInclusive: boolean): string {
  if (!isInclusive) return `must be greater than ${minimum}`;
  const isEmpty = minimum === 1 && (origin === 'string' || origin === 'array');
  return isEmpty ? 'must not be empty' : bounded(origin, `at least ${minimum}`);
}

function bounded(origin: string, bound: string): string {
  if (origin === 'string') return `must have ${bound} characters`;
  return origin === 'array' ? `must have ${bound} items` : `must be ${bound}`;
}

/** A name with more mistakes than this is another name. */
const MISTAKES_MAX = 2;
const NAME_LENGTH_MAX = 64;

/** For a field that a request does not have: the one that may be meant, or all that there are. */
function unknownFieldHint(
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
