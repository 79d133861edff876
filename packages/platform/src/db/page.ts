/**
 * The page of a list for which one row more was read than it may have, and where the next page begins; null: there is
 * none.
 */
export function pageOf<Row, Place>(
  found: readonly Row[],
  limit: number,
  placeOf: (last: Row) => Place,
): { readonly rows: readonly Row[]; readonly next: Place | null } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : placeOf(last) };
}
