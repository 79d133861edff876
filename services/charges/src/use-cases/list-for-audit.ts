import type { AuditedCharge, AuditWindow, Place } from '../domain/views.ts';
import type { Ports } from '../ports.ts';

type Page = { readonly charges: readonly AuditedCharge[]; readonly next: Place | null };

/** Every account's charges that changed in a window, oldest change first. */
export function listForAudit({ history }: Pick<Ports, 'history'>) {
  return async (window: AuditWindow): Promise<Page> => {
    const found = await history.changedBetween({ ...window, limit: window.limit + 1 });
    const page = found.slice(0, window.limit);
    const last = page.at(-1);
    const isMore = found.length > page.length && last;
    return { charges: page, next: isMore ? { at: last.changedAt, id: last.charge.id } : null };
  };
}
