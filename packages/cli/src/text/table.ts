import { printable } from '@entrada/command-line/command-error';

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

/** Of cents: `R$ 1.234,56`, digit by digit, as no float can be wrong then. */
export function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3}){1,5}$)/g, '.');
  return `${cents < 0 ? '-' : ''}R$ ${whole},${digits.slice(-2)}`;
}

/** The first items of a list, which reads no more pages than they need. */
export async function takeItems<T>(list: AsyncIterable<T>, max: number): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length >= max) break;
  }
  return items;
}
