import type { DisabledReason } from '../domain/endpoint.ts';
import { endpointDisabled } from '../domain/endpoint-events.ts';
import type { Ports } from '../ports.ts';

const FAILING_MAX_MS = 5 * 24 * 60 * 60 * 1_000;

type Needs = Pick<Ports, 'housekeeping' | 'now' | 'newId'>;
type Why = { readonly reason: Exclude<DisabledReason, 'OWNER'>; readonly cause: string };

/** Disables endpoints that nothing has reached for days, and tells their owners. */
export function disableFailing({ housekeeping, now, newId }: Needs) {
  const disable = disableEndpoint({ housekeeping, now, newId });
  return async (): Promise<void> => {
    for (const { endpointId, cause } of await housekeeping.failingFor(FAILING_MAX_MS)) {
      await disable(endpointId, { reason: 'FAILING', cause });
    }
  };
}

/** Stops an endpoint on our own account; what it has not got is kept for it. */
export function disableEndpoint({ housekeeping, now, newId }: Needs) {
  return async (endpointId: string, { reason, cause }: Why): Promise<void> => {
    const made = { id: newId(), at: now() };
    await housekeeping.disable(endpointId, reason, (endpoint) =>
      endpointDisabled(made, endpoint, { reason, cause }),
    );
    await housekeeping.settle(endpointId);
  };
}
