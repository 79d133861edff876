import type { Registry } from 'prom-client';
import { dependencyMetrics } from '../telemetry/dependency-metrics.ts';
import { openBackoff } from '../time/backoff.ts';
import { relayMetrics } from './outbox-metrics.ts';
import { EVENT_LOG } from './progress.ts';

const SEND_RETRY = { firstMs: 50, maxMs: 5_000 } as const;
// At least a second, in which any other relay has tried to lead twice. At most the longest wait between
// two sends, so that a relay that is alone publishes no later after an outage than if it had gone on.
const LEAD_RETRY = { firstMs: 2_000, maxMs: 5_000 } as const;

/** Whether this relay can publish, as far as it knows. It outlasts sessions and leaderships. */
export type LogOutage = {
  isOn(): boolean;
  /** A send failed. */
  failed(): void;
  /** A send succeeded, or the log responds and another relay publishes. */
  ended(): void;
  /** How long to wait before the next send. */
  sendRetryMs(): number;
  /** How long to wait before the next attempt to lead. */
  leadRetryMs(): number;
};

export function openLogOutage(metrics: Registry): LogOutage {
  const { failures } = relayMetrics(metrics);
  const dependencyIsUp = dependencyMetrics(metrics);
  const sendRetry = openBackoff(SEND_RETRY);
  const leadRetry = openBackoff(LEAD_RETRY);
  let isOn = false;
  return {
    isOn: () => isOn,
    failed() {
      isOn = true;
      failures.inc();
      dependencyIsUp(EVENT_LOG, false);
    },
    ended() {
      isOn = false;
      sendRetry.reset();
      leadRetry.reset();
      dependencyIsUp(EVENT_LOG, true);
    },
    sendRetryMs: () => sendRetry.nextMs(),
    leadRetryMs: () => leadRetry.nextMs(),
  };
}
