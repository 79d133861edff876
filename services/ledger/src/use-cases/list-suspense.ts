import type { Place } from '../domain/statement.ts';
import type { SuspenseItem } from '../domain/suspense.ts';
import type { Ports, SuspenseQuery } from '../ports.ts';

type Page = { readonly items: readonly SuspenseItem[]; readonly next: Place | null };

export function listSuspense({ suspended }: Pick<Ports, 'suspended'>) {
  return async (query: SuspenseQuery): Promise<Page> => {
    const found = await suspended({ ...query, limit: query.limit + 1 });
    const items = found.slice(0, query.limit);
    const last = items.at(-1);
    const isMore = found.length > items.length && last;
    return { items, next: isMore ? { at: last.suspendedAt, id: last.exceptionId } : null };
  };
}
