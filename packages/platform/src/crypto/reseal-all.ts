import { CannotOpen } from './seal.ts';

const AT_ONCE_MAX = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Rows<Row, Sealed> = {
  /** Those to move, in order of their ids, from behind `after` on. */
  outdated(after: string, limit: number): Promise<readonly Row[]>;
  /** The values of a row, sealed with the current key. */
  resealed(row: Row): Sealed;
  /** Nothing happens when the row has changed since. */
  replace(before: Row, after: Sealed): Promise<void>;
};

/** Moves every row to the current key. Gives the ids of rows that no known key opens; the others go on. */
export async function resealAll<Row extends { readonly id: string }, Sealed>({
  outdated,
  resealed,
  replace,
}: Rows<Row, Sealed>): Promise<readonly string[]> {
  const unreadable: string[] = [];
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const rows: readonly Row[] = await outdated(after, AT_ONCE_MAX);
    for (const row of rows) {
      const sealed = unlessUnreadable(() => resealed(row));
      if (sealed === null) unreadable.push(row.id);
      else await replace(row, sealed);
    }
    after = rows.at(-1)?.id;
  }
  return unreadable;
}

function unlessUnreadable<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
