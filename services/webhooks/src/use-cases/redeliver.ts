import { deliveryNotFound } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';

/** Begins the schedule of a delivery anew, whatever came of it before. */
export function redeliver({ deliveryLog }: Pick<Ports, 'deliveryLog'>) {
  return async (accountId: string, deliveryId: number): Promise<void> => {
    if (!(await deliveryLog.redeliver(accountId, deliveryId))) throw deliveryNotFound();
  };
}
