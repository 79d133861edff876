import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import type { Response } from 'express';
import type { Page } from '../../ports.ts';

/**
 * A spreadsheet would take a text that begins so for a formula; it reads the wide forms as well, and some
 * pass over spaces and invisible characters before it.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Both separators, because a spreadsheet may expect the other one. */
const QUOTED = /[",;\t\r\n]/;
/** Without it spreadsheets do not read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Items that are read at once for a file. */
export const CSV_PAGE_SIZE = 1_000;
const PAGES_MAX = 100_000;
const PAGE_TIMEOUT_MS = 10_000;
const CENTS = 100;
const CENT_DIGITS = 2;

/** How a file is written: `,` goes with a decimal point, `;` with a decimal comma. */
export type CsvFormat = {
  readonly sep: ',' | ';';
  /** IANA name of the time zone that times are written in. */
  readonly tz: string;
  readonly byteOrderMark: boolean;
};

/** `decimal` takes cents and writes whole units; a header of a time names its zone. */
type Kind = 'text' | 'integer' | 'decimal' | 'time';

export type Column<T> = {
  readonly name: string;
  readonly kind: Kind;
  readonly of: (item: T) => string | number | null;
};

/** An amount in cents, for programs, and in whole units, for people. */
export function amountColumns<T>(name: string, of: (item: T) => number | null): Column<T>[] {
  return [
    { name, kind: 'decimal', of },
    { name: `${name}Cents`, kind: 'integer', of },
  ];
}

type File<T> = {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly format: CsvFormat;
  readonly pageAt: (cursor: string | undefined) => Promise<Page<T>>;
};

/**
 * Sends a whole list page by page, as fast as the client reads: it may not fit into memory. Ends when the
 * client disconnects. A page that fails ends the connection, so that no part is taken for the whole.
 */
export async function sendCsv<T>(response: Response, file: File<T>): Promise<void> {
  const pageAt = (cursor?: string) =>
    withNewDeadline(Date.now() + PAGE_TIMEOUT_MS, () => file.pageAt(cursor));
  // Read before anything is sent, so that an error can still be reported.
  const first = await pageAt();
  response.type('csv').set('Content-Disposition', `attachment; filename="${file.name}"`);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.from(pages(first, { ...file, pageAt })), response).catch((error) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function* pages<T>(first: Page<T>, file: File<T>): AsyncGenerator<string> {
  const csv = csvWriter(file.columns, file.format);
  yield csv.head + csv.lines(first.items);
  let { nextCursor } = first;
  for (let page = 1; nextCursor !== null; page += 1) {
    if (page === PAGES_MAX) throw new Error(`${file.name} has more than ${PAGES_MAX} pages`);
    const next = await file.pageAt(nextCursor);
    yield csv.lines(next.items);
    ({ nextCursor } = next);
  }
}

export function csvWriter<T>(columns: readonly Column<T>[], format: CsvFormat) {
  const { sep, tz, byteOrderMark } = format;
  const inZone = localTime(tz);
  const cell = (kind: Kind, value: string | number | null): string => {
    if (value === null) return '';
    switch (kind) {
      case 'text':
        return quoted(FORMULA.test(String(value)) ? `'${value}` : String(value));
      case 'integer':
        return String(value);
      case 'decimal':
        return decimal(Number(value), sep === ';' ? ',' : '.');
      case 'time':
        return inZone(String(value));
    }
  };
  const line = (cells: readonly string[]) => `${cells.join(sep)}\r\n`;
  const names = columns.map(({ name, kind }) => quoted(kind === 'time' ? `${name} (${tz})` : name));
  return {
    head: (byteOrderMark ? BYTE_ORDER_MARK : '') + line(names),
    lines: (items: readonly T[]) =>
      items.map((item) => line(columns.map(({ kind, of }) => cell(kind, of(item))))).join(''),
  };
}

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** In integers: a float would not hold every amount. */
function decimal(cents: number, point: string): string {
  const whole = Math.trunc(Math.abs(cents) / CENTS);
  const rest = String(Math.abs(cents) % CENTS).padStart(CENT_DIGITS, '0');
  return `${cents < 0 ? '-' : ''}${whole}${point}${rest}`;
}

/** Writes times as `2026-11-15 09:03:12` in a time zone, which every spreadsheet reads as a time. */
function localTime(tz: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: tz,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (iso) => {
    const parts = format.formatToParts(new Date(iso));
    const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = part;
    return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  };
}
