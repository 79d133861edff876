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
      return issue.inclusive === false
        ? `must be greater than ${issue.minimum}`
        : bounded(issue.origin, `at least ${issue.minimum}`);
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

function bounded(origin: string, bound: string): string {
  if (origin === 'string') return `must have ${bound} characters`;
  return origin === 'array' ? `must have ${bound} items` : `must be ${bound}`;
}
