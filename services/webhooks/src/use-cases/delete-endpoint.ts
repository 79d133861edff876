import { endpointNotFound } from '../domain/endpoint.ts';
import type { Ports } from '../ports.ts';
import { settleDeliveries } from './settle-deliveries.ts';

type Needs = Pick<Ports, 'transact' | 'housekeeping' | 'now'>;

/** Abandons what was not delivered; the events stay in the feed. */
export function deleteEndpoint({ transact, housekeeping, now }: Needs) {
  const settle = settleDeliveries({ housekeeping });
  return async (accountId: string, endpointId: string): Promise<void> => {
    await transact(async (tx) => {
      if (!(await tx.lockEndpoint(accountId, endpointId))) throw endpointNotFound();
      await tx.deleteEndpoint(endpointId, now());
    });
    await settle(endpointId);
  };
}
