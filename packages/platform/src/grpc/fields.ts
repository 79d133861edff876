import { fieldError } from '../errors/app-error.ts';
import { isUuid } from '../text/uuid.ts';

/** The id of nothing. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const EARLIEST = new Date('0000-01-01T00:00:00Z');
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export function uuidField(field: string, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw fieldError(field, 'must be a UUID');
}

/** The id of a resource to look up: a malformed id gets the same reply as an unknown one. */
export function lookupId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : NO_ID;
}

export function matchingField(field: string, text: string, pattern: RegExp): string {
  if (pattern.test(text)) return text;
  throw fieldError(field, 'is malformed');
}

export function choiceField<T extends string>(
  field: string,
  text: string,
  choices: readonly T[],
): T {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw fieldError(field, `must be one of ${choices.join(', ')}`);
}

export function integerField(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw fieldError(field, `must be between ${min} and ${max}`);
}

export function timeField(field: string, text: string): Date {
  const time = new Date(TIME.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime()) && isCalendarDay(text.slice(0, 10))) return time;
  throw fieldError(field, 'must be an ISO 8601 time', { reason: 'invalid_time' });
}

/** In seconds since 1970, each later than the one before. */
export function risingTimesField(field: string, seconds: readonly number[], max: number): Date[] {
  if (seconds.length > max) throw fieldError(field, `must have at most ${max} times`);
  const times = seconds.map((one) => new Date(one * 1_000));
  // A time that is out of range is not later than any other.
  const rise = times.every((time, index) => time > (times[index - 1] ?? EARLIEST));
  if (!rise) throw fieldError(field, 'must rise');
  return times;
}

/** Null for an empty text, which is how a message says that there is none. */
export function optionalTimeField(field: string, text: string): Date | null {
  return text === '' ? null : timeField(field, text);
}

/** A Date turns 30 February into a day of March instead of refusing it. */
function isCalendarDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

export function formatTime(time: Date | null | undefined): string {
  return time?.toISOString() ?? '';
}

/** The opposite of `text ?? ''`: a message has no null. */
export function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** A message that a reply must contain. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`the reply has no ${what}`);
  return value;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined: a message cannot hold undefined. */
export function given<T extends object>(fields: T): Given<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Given<T>;
}
