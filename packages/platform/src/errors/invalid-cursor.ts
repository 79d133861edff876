import { type AppError, fieldError } from './app-error.ts';

export function invalidCursor(field: string): AppError {
  const wanted = 'is invalid: send the nextCursor of the previous page, or leave it out';
  return fieldError(field, wanted, { reason: 'invalid_cursor' });
}
