import type { Charge } from '../domain/charge.ts';
import type { ChargeFilter, Place } from '../domain/views.ts';
import type { Ports } from '../ports.ts';

type Page = { readonly charges: readonly Charge[]; readonly next: Place | null };

/** Newest first, as stored. A page stays where it is while charges arrive. */
export function listCharges({ charges }: Pick<Ports, 'charges'>) {
  return async (filter: ChargeFilter): Promise<Page> => {
    const found = await charges.list({ ...filter, limit: filter.limit + 1 });
    const page = found.slice(0, filter.limit);
    const last = page.at(-1);
    const next = found.length > page.length && last ? { at: last.createdAt, id: last.id } : null;
    return { charges: page, next };
  };
}
