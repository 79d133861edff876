/** The same numbers name by name: a message costs far more than a number in a list. */
export function columnsOf<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, number>>[],
): Record<Name, number[]> {
  const columns = names.map((name) => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(columns) as Record<Name, number[]>;
}
