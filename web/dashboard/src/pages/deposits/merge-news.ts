import type { Charge } from '@entrada/client/gen/api';

type Page = { readonly charges: readonly Charge[] };

/** Rows that are shown get their new state where they are. */
export function updateRows<P extends Page>(pages: readonly P[], latest: readonly Charge[]): P[] {
  const byId = new Map(latest.map((charge) => [charge.id, charge]));
  return pages.map((page) => ({
    ...page,
    charges: page.charges.map((charge) => byId.get(charge.id) ?? charge),
  }));
}

/** How many of the latest are not shown yet. */
export function countNew(pages: readonly Page[], latest: readonly Charge[]): number {
  const shown = new Set(pages.flatMap(({ charges }) => charges.map(({ id }) => id)));
  return latest.filter(({ id }) => !shown.has(id)).length;
}
