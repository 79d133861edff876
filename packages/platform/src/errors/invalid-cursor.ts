import { type AppError, fieldError } from './app-error.ts';

export function invalidCursor(field: string): AppError {
  const wanted = 'is invalid: send the nextCursor of the previous page, or leave it out';
  return fieldError(field, wanted, { reason: 'invalid_cursor' });
}

/** Where the call is about what was read. */
export function invalidRequiredCursor(field: string): AppError {
  const wanted = 'is invalid: send the nextCursor of the last page that you have handled';
  return fieldError(field, wanted, { reason: 'invalid_cursor' });
}
