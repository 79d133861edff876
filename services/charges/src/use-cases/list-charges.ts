import { invalidCursor } from '@entrada/platform/errors/invalid-cursor';
import type { Charge } from '../domain/charge.ts';
import type { ChargeFilter, Place } from '../domain/views.ts';
import type { Ports } from '../ports.ts';

type Page = { readonly charges: readonly Charge[]; readonly next: Place | null };

/**
 * Newest first, as stored; a search by prefix in the order of external ids. A page stays where it is while
 * charges arrive. A search with further filters may give a page that is not full although there is a next one.
 */
export function listCharges({ charges }: Pick<Ports, 'charges'>) {
  return async (filter: ChargeFilter): Promise<Page> => {
    const found = await charges.list({ ...filter, limit: filter.limit + 1 });
    if (!found) throw invalidCursor('cursor');
    const page = found.charges.slice(0, filter.limit);
    const last = page.at(-1);
    const hasMore = found.charges.length > page.length && last;
    return { charges: page, next: hasMore ? { at: last.createdAt, id: last.id } : found.scannedTo };
  };
}
