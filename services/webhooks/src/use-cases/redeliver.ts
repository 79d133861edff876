import { deliveryNotFound } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';

/** Starts the schedule of a delivery from its first attempt, whatever its status. */
export function redeliver({ deliveryLog }: Pick<Ports, 'deliveryLog'>) {
  return async (accountId: string, deliveryId: number): Promise<void> => {
    if (!(await deliveryLog.redeliver(accountId, deliveryId))) throw deliveryNotFound();
  };
}
