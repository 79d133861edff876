import { printable } from '@entrada/command-line/printable';

type Cell = string | number | null | undefined;

/** Rows in columns, without the space that would follow the last one. */
export function table(rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => row.map(cellText));
  const widths = texts.reduce<number[]>(
    (found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, cell.length)),
    [],
  );
  return texts.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Names and values of one thing; what is empty is left out. */
export function fields(values: Readonly<Record<string, Cell>>): string[] {
  return table(Object.entries(values).filter(([, value]) => cellText(value) !== ''));
}

function cellText(cell: Cell): string {
  return printable(String(cell ?? ''));
}
