import { invalidCursor } from '../errors/invalid-cursor.ts';

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
