import type { Attempt, Ports } from '../ports.ts';
import { disableEndpoint } from './steps/disable-endpoint.ts';

type Needs = Pick<Ports, 'deliveries' | 'housekeeping' | 'now' | 'newId'>;

/** Records results. An endpoint that answered 410 is disabled first, and its deliveries are held. */
export function recordAttempts(needs: Needs) {
  const disable = disableEndpoint(needs);
  return async (attempts: readonly Attempt[]): Promise<void> => {
    const gone = attempts.filter(({ verdict }) => verdict.next === 'hold');
    for (const endpointId of new Set(gone.map((attempt) => attempt.endpointId))) {
      await disable(endpointId, { reason: 'GONE', cause: 'the endpoint answered 410' });
    }
    await needs.deliveries.record(attempts);
  };
}
