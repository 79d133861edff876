import { fieldError } from '@entrada/platform/errors/app-error';

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Null for an empty text: never. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (text === '') return null;
  const expiry = parseTime(text, 'expiresAt');
  if (expiry <= now) throw fieldError('expiresAt', 'must be in the future');
  return expiry;
}

export function parseTime(text: string, field: string): Date {
  const time = new Date(UTC.test(text) ? text : Number.NaN);
  // A Date moves 30 February to March instead of refusing it.
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10));
  if (!isReal) throw fieldError(field, 'must be an ISO 8601 time in UTC');
  return time;
}
