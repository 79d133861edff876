import type { LogFilter, LoggedDelivery, Page } from '../domain/delivery-log.ts';
import type { Ports } from '../ports.ts';
import { getEndpoint } from './get-endpoint.ts';

type Needs = Pick<Ports, 'endpoints' | 'deliveryLog'>;

export function listDeliveries({ endpoints, deliveryLog }: Needs) {
  const get = getEndpoint({ endpoints });
  return async (accountId: string, filter: LogFilter): Promise<Page<LoggedDelivery>> => {
    await get(accountId, filter.endpointId);
    return deliveryLog.list(filter);
  };
}
