import type { LogFilter, LoggedDelivery, Page } from '../domain/delivery-log.ts';
import type { Ports } from '../ports.ts';
import { checkOwner } from './steps/check-owner.ts';

type Needs = Pick<Ports, 'endpoints' | 'deliveryLog'>;

export function listDeliveries({ endpoints, deliveryLog }: Needs) {
  const check = checkOwner({ endpoints });
  return async (accountId: string, filter: LogFilter): Promise<Page<LoggedDelivery>> => {
    if (filter.endpointId !== null) await check(accountId, filter.endpointId);
    return deliveryLog.list(accountId, filter);
  };
}
