import type { Place, StatementPage, StatementQuery } from '../domain/statement.ts';
import type { Ports } from '../ports.ts';

type Statement = StatementPage & { readonly next: Place | null };

export function listEntries({ entriesOf }: Pick<Ports, 'entriesOf'>) {
  return async (query: StatementQuery): Promise<Statement> => {
    // One more than asked for tells whether there is a next page.
    const { entries: found, ...bounds } = await entriesOf({ ...query, limit: query.limit + 1 });
    const entries = found.slice(0, query.limit);
    const last = entries.at(-1);
    const next = found.length > entries.length && last ? { at: last.at, id: last.id } : null;
    return { ...bounds, entries, next };
  };
}
