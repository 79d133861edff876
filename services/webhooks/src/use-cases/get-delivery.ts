import { deliveryNotFound } from '../domain/delivery.ts';
import type { LoggedDelivery } from '../domain/delivery-log.ts';
import type { Ports } from '../ports.ts';

export function getDelivery({ deliveryLog }: Pick<Ports, 'deliveryLog'>) {
  return async (accountId: string, deliveryId: number): Promise<LoggedDelivery> => {
    const delivery = await deliveryLog.find(accountId, deliveryId);
    if (!delivery) throw deliveryNotFound();
    return delivery;
  };
}
