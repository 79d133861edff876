import { AppError } from '@entrada/platform/errors/app-error';
import type { z } from 'zod';

/** A field of the body or the query and what is wrong with it; never what was in it. */
export type FieldProblem = { readonly field: string; readonly message: string };

const PROBLEMS_MAX = 20;
const FIELD_LENGTH_MAX = 64;
const CURSORS = new Set(['cursor', 'after']);
const NOT_OUR_CURSOR = 'is not one that we gave out';
/** What the services behind us say about a field begins with its name. */
const ABOUT_FIELD = /^([A-Za-z][\w-]*) ((?:must|is|has|have|may|cannot)\b.*)$/;

/** What a client is told when fields are wrong; a bad cursor is told alike wherever it is found. */
export function wrongFields(issues: readonly z.core.$ZodIssue[]): AppError {
  const problems = issues.flatMap(problemsIn).slice(0, PROBLEMS_MAX);
  const [first = { field: 'request', message: 'is not valid' }] = problems;
  if (CURSORS.has(first.field)) return notOurCursor(first.field);
  return refusal(first, problems, 'invalid_request');
}

/** Adds to a refusal by a service which field it is about; a cursor has another name in each call. */
export function withProblems(error: AppError, cursorField: string): AppError {
  const isAboutRequest = error.code === 'INVALID_ARGUMENT' || error.code === 'OUT_OF_RANGE';
  if (!isAboutRequest || problemsOf(error) !== undefined) return error;
  if (error.reason === 'invalid_cursor') return notOurCursor(cursorField);
  const [, field, message] = ABOUT_FIELD.exec(error.message) ?? [];
  if (!field || !message) return error;
  if (CURSORS.has(field)) return notOurCursor(field);
  const { reason } = error;
  const problems = [{ field, message }];
  return new AppError(error.code, error.message, { reason, cause: { problems } });
}

export function problemsOf({ cause }: AppError): readonly FieldProblem[] | undefined {
  const isOurs = typeof cause === 'object' && cause !== null && 'problems' in cause;
  return isOurs ? (cause.problems as readonly FieldProblem[]) : undefined;
}

function problemsIn(issue: z.core.$ZodIssue): readonly FieldProblem[] {
  const path = issue.path.map(String);
  const { message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message }];
  return issue.keys.map((name) => {
    return { field: [...path, name.slice(0, FIELD_LENGTH_MAX)].join('.'), message };
  });
}

function notOurCursor(field: string): AppError {
  const problem = { field, message: NOT_OUR_CURSOR };
  return refusal(problem, [problem], 'invalid_cursor');
}

function refusal(first: FieldProblem, problems: readonly FieldProblem[], reason: string): AppError {
  const message = `${first.field} ${first.message}`;
  return new AppError('INVALID_ARGUMENT', message, { reason, cause: { problems } });
}
