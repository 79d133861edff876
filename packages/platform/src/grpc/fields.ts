import { fieldError, invalidCursor } from '../errors/app-error.ts';
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

const REASON = /^[^\0]{1,500}$/s;

/** Why an operator decides it. */
export function reasonField(text: string): string {
  return matchingField('reason', text, REASON);
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
  if (seconds.length === 0 || seconds.length > max)
    throw fieldError(field, `must have 1 to ${max} times`);
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

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined: a message cannot hold undefined. */
export function given<T extends object>(fields: T): DefinedFields<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as DefinedFields<T>;
}

type Part = string | number;

/**
 * Cursors of one list: opaque text that holds the list's name and the position after which the next
 * page begins, part by part, each of which must match its pattern.
 */
export function cursorOf(list: string, ...patterns: readonly RegExp[]) {
  const shape = new RegExp(`^${[list, ...patterns.map(({ source }) => `(${source})`)].join(':')}$`);
  const encode = (text: string) => Buffer.from(text).toString('base64url');

  return {
    /** Empty without a position: there is no further page. */
    write(position: readonly Part[] | null): string {
      return position === null ? '' : encode([list, ...position].join(':'));
    },
    /** Null for an empty cursor: the first page. Throws for what `write` did not return. */
    read(cursor: string, field = 'cursor'): string[] | null {
      if (cursor === '') return null;
      const [text, ...position] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
      if (text !== undefined && encode(text) === cursor) return position;
      throw invalidCursor(field);
    },
  };
}

type Place = { readonly at: Date; readonly id: string };

/** Cursors of a list that is ordered by time and id. */
export function timeCursorOf(list: string, id: RegExp) {
  const cursor = cursorOf(list, /\d{1,15}/, id);
  return {
    write: (place: Place | null) => cursor.write(place && [place.at.getTime(), place.id]),
    read(text: string): Place | null {
      const [ms, placeId = ''] = cursor.read(text) ?? [];
      return ms === undefined ? null : { at: new Date(Number(ms)), id: placeId };
    },
  };
}

type TotalsRequest = {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly bucketStarts: readonly number[];
};
const BUCKETS_MAX = 200;

/** Of which account, from when to when, and where each bucket begins. */
export function parseTotalsRequest({ accountId, from, to, bucketStarts }: TotalsRequest) {
  return {
    accountId: uuidField('accountId', accountId),
    window: { from: timeField('from', from), to: timeField('to', to) },
    starts: risingTimesField('bucketStarts', bucketStarts, BUCKETS_MAX),
  };
}

type Totals<Name extends string> = {
  readonly asOf: Date;
  readonly hours: readonly Readonly<Record<Name, number>>[];
};

/** The numbers name by name: a message costs far more than a number in a list. No time: nothing was counted yet. */
export function totalsMessage<Name extends string>(
  names: readonly Name[],
  { asOf, hours }: Totals<Name>,
) {
  const sums = names.map((name) => [name, hours.map((sum) => sum[name])]);
  return {
    asOf: asOf.getTime() === 0 ? '' : asOf.toISOString(),
    sums: Object.fromEntries(sums) as Record<Name, number[]>,
  };
}
