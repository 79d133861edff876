import { endpointNotFound } from '../domain/endpoint.ts';
import type { EndpointWithHealth, Ports } from '../ports.ts';

export function getEndpoint({ endpoints }: Pick<Ports, 'endpoints'>) {
  return async (accountId: string, endpointId: string): Promise<EndpointWithHealth> => {
    const endpoint = await endpoints.find(accountId, endpointId);
    if (!endpoint) throw endpointNotFound();
    return endpoint;
  };
}
