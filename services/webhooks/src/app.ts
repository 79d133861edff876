import type { Ports } from './ports.ts';
import { announceDeposits } from './use-cases/announce-deposits.ts';
import { attemptDelivery } from './use-cases/attempt-delivery.ts';
import { createEndpoint } from './use-cases/create-endpoint.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  const { deliveries } = ports;
  return {
    createEndpoint: createEndpoint(ports),
    announceDeposits: announceDeposits(),
    claimFirstTries: deliveries.claimFirstTries,
    claimRetries: deliveries.claimRetries,
    nextRetryInMs: deliveries.nextRetryInMs,
    attemptDelivery: attemptDelivery(ports),
    recordAttempts: deliveries.record,
    releaseDeliveries: deliveries.release,
  };
}

export type App = ReturnType<typeof buildApp>;
