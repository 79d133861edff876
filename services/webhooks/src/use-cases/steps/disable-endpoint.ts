import type { DisabledReason } from '../../domain/endpoint.ts';
import { endpointDisabled } from '../../domain/endpoint-events.ts';
import type { Ports } from '../../ports.ts';

type Needs = Pick<Ports, 'housekeeping' | 'now' | 'newId'>;
type Why = { readonly reason: Exclude<DisabledReason, 'OWNER'>; readonly cause: string };

/** Disables an endpoint that its owner did not disable; its deliveries are held. */
export function disableEndpoint({ housekeeping, now, newId }: Needs) {
  return async (endpointId: string, { reason, cause }: Why): Promise<void> => {
    const made = { id: newId(), at: now() };
    await housekeeping.disable(endpointId, reason, (endpoint) =>
      endpointDisabled(made, endpoint, { reason, cause }),
    );
    await housekeeping.settle(endpointId);
  };
}
