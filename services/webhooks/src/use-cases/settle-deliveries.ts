import type { Ports } from '../ports.ts';

/** The caller that changed an endpoint waits for no more than this; the job goes on where it ends. */
const ROUNDS_MAX = 20;

/** Lets an endpoint's deliveries follow its state: held, due again, or given up. */
export function settleDeliveries({ housekeeping }: Pick<Ports, 'housekeeping'>) {
  return async (endpointId?: string): Promise<void> => {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if (!(await housekeeping.settle(endpointId))) return;
    }
  };
}
