import type { Window } from '../domain/delivery-log.ts';
import { checkNotifiedWindow, type NotifiedHour } from '../domain/hours.ts';
import type { Ports } from '../ports.ts';

/** Hours without any are left out. */
export function getNotifiedHours({ rollups }: Pick<Ports, 'rollups'>) {
  return async (
    accountId: string,
    window: Window,
    starts: readonly Date[] = [],
  ): Promise<readonly NotifiedHour[]> => {
    checkNotifiedWindow(window);
    return rollups.notifiedHours(accountId, window, starts);
  };
}
