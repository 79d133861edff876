import { DAY_MS } from '@entrada/platform/time/units';
import { type DisabledReason, endpointNotFound } from '../domain/endpoint.ts';
import { endpointDisabled } from '../domain/endpoint-events.ts';
import type { Ports } from '../ports.ts';

/** Abandons what was not delivered; the events stay in the feed. */
export function deleteEndpoint({ transact, housekeeping, now }: Ports) {
  const settle = settleDeliveries({ housekeeping });
  return async (accountId: string, endpointId: string): Promise<void> => {
    await transact(async (tx) => {
      if (!(await tx.lockEndpoint(accountId, endpointId))) throw endpointNotFound();
      await tx.deleteEndpoint(endpointId, now());
    });
    await settle(endpointId);
  };
}

const FAILING_MAX_MS = 5 * DAY_MS;

/** Disables endpoints that nothing has reached for days, and notifies their accounts. */
export function disableFailing({ housekeeping, now, newId }: Ports) {
  const disable = disableEndpoint({ housekeeping, now, newId });
  return async (): Promise<void> => {
    for (const { cause, ...endpoint } of await housekeeping.failingFor(FAILING_MAX_MS)) {
      await disable(endpoint, { reason: 'FAILING', cause });
    }
  };
}

type Needs = Pick<Ports, 'housekeeping' | 'now' | 'newId'>;
type Why = { readonly reason: Exclude<DisabledReason, 'OWNER'>; readonly cause: string };
/** With the URL that the reason is about: an endpoint that has another one by now stays enabled. */
type FailedEndpoint = { readonly endpointId: string; readonly url: string };

/** Disables an endpoint that its owner did not disable; its deliveries are held. */
export function disableEndpoint({ housekeeping, now, newId }: Needs) {
  return async (failed: FailedEndpoint, { reason, cause }: Why): Promise<void> => {
    const made = { id: newId(), at: now() };
    await housekeeping.disable(failed, reason, (endpoint) =>
      endpointDisabled(made, endpoint, { reason, cause }),
    );
    await housekeeping.settle(failed.endpointId);
  };
}

/** Limits how long the request that changed an endpoint waits; the job does the rest. */
const ROUNDS_MAX = 20;

/** Makes an endpoint's deliveries follow its state: held, due again, or abandoned. */
export function settleDeliveries({ housekeeping }: Pick<Ports, 'housekeeping'>) {
  return async (endpointId?: string): Promise<void> => {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if (!(await housekeeping.settle(endpointId))) return;
    }
  };
}
