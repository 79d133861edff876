import type { Ports } from '../ports.ts';

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
