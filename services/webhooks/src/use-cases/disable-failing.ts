import { DAY_MS } from '@entrada/platform/time/units';
import type { Ports } from '../ports.ts';
import { disableEndpoint } from './steps/disable-endpoint.ts';

const FAILING_MAX_MS = 5 * DAY_MS;

type Needs = Pick<Ports, 'housekeeping' | 'now' | 'newId'>;

/** Disables endpoints that nothing has reached for days, and notifies their accounts. */
export function disableFailing({ housekeeping, now, newId }: Needs) {
  const disable = disableEndpoint({ housekeeping, now, newId });
  return async (): Promise<void> => {
    for (const { endpointId, cause } of await housekeeping.failingFor(FAILING_MAX_MS)) {
      await disable(endpointId, { reason: 'FAILING', cause });
    }
  };
}
