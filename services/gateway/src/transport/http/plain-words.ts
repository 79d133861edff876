import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

/** What is wrong with a field, as a person would go on after its name. */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (KINDS[issue.expected] ?? 'is not valid');
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return bounded(issue.origin, `at most ${issue.maximum}`);
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return 'is not known here';
    default:
      return 'is not valid';
  }
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
