import type { LogPlace } from '../domain/delivery-log.ts';

export type PlaceRow = { id: number | string; micros: number };

/** Before and after everything there can be. */
const ENDS = {
  newest: { micros: 253_402_300_799_000_000, id: '0' },
  oldest: { micros: 0, id: '00000000-0000-0000-0000-000000000000' },
} as const;

export function valuesOfPlace(place: LogPlace | null, otherwise: keyof typeof ENDS): unknown[] {
  const { micros, id } = place ?? ENDS[otherwise];
  return [micros, id];
}

/** Rows are read up to one more than the page has: if it is there, there is a next page. */
export function placeOf(rows: readonly PlaceRow[], limit: number): LogPlace | null {
  const last = rows[limit - 1];
  return rows.length > limit && last ? { micros: last.micros, id: String(last.id) } : null;
}
