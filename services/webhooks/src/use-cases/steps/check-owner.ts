import { endpointNotFound } from '../../domain/endpoint.ts';
import type { Ports } from '../../ports.ts';

/** Throws when the account has no such endpoint. */
export function checkOwner({ endpoints }: Pick<Ports, 'endpoints'>) {
  return async (accountId: string, endpointId: string): Promise<void> => {
    if (!(await endpoints.owns(accountId, endpointId))) throw endpointNotFound();
  };
}
