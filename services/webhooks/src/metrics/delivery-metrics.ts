import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { closedCounter, hopHistogram, metersIn } from '@entrada/platform/telemetry/metrics';
import { OUTCOMES } from '../domain/attempt.ts';
import type { Attempt, ClaimedDelivery } from '../domain/delivery.ts';
import type { DisabledReason } from '../domain/endpoint.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

type Backlog = { readonly count: number; readonly oldestSeconds: number };
type EndpointStates = Readonly<Record<'ENABLED' | DisabledReason, number>>;

type Gauges = {
  readonly backlog: () => Promise<Backlog>;
  readonly endpointStates: () => Promise<EndpointStates>;
};

/** Returns what to call after each attempt. */
export function deliveryMetrics({ metrics, log }: Pick<Runtime, 'metrics' | 'log'>) {
  const { counter, histogram } = metersIn(metrics);
  const attempts = closedCounter(metrics, {
    name: 'webhook_attempts_total',
    help: 'Delivery attempts, by outcome',
    labels: { outcome: OUTCOMES },
  });
  const duration = histogram('webhook_attempt_duration_seconds', 'Time one attempt took', BUCKETS);
  const observeSinceCredit = hopHistogram(metrics, {
    name: 'webhook_credit_to_first_attempt_seconds',
    help: 'Time from the commit of a credit to the first attempt to deliver its event',
  });
  const observeSinceReceipt = hopHistogram(metrics, {
    name: 'webhook_receive_to_first_byte_seconds',
    help: 'Time from when webhooks received an event until its first attempt was connected to the receiver',
  });
  const exhausted = counter(
    'webhooks_exhausted_total',
    'Deliveries given up after the last attempt',
  );

  return (delivery: ClaimedDelivery, attempt: Attempt): void => {
    const { outcome, verdict, at, timings } = attempt;
    const line = {
      event: 'delivery',
      event_id: delivery.eventId,
      delivery_id: delivery.id,
      endpoint_id: delivery.endpointId,
      attempt: attempt.number,
      outcome,
      duration_ms: timings.totalMs,
    };
    log.debug(line, 'delivery attempted');
    attempts.inc({ outcome });
    duration.observe(timings.totalMs / 1_000);
    if (verdict.next === 'exhausted') exhausted.inc();
    if (delivery.attemptsDone > 0 || delivery.isReplay) return;
    observeSinceCredit(delivery.occurredAt, at);
    const { dnsMs, tcpMs, tlsMs, firstByteMs } = timings;
    if (firstByteMs === null || delivery.receivedAt === null) return;
    const connectedAt = new Date(at.getTime() + (dnsMs ?? 0) + (tcpMs ?? 0) + (tlsMs ?? 0));
    observeSinceReceipt(delivery.receivedAt, connectedAt);
  };
}

/** What waits to be delivered, and the states of the endpoints. */
export function watchDeliveries(runtime: Runtime, gauges: Gauges): AsyncDisposable {
  const { gauge } = metersIn(runtime.metrics);
  const oldest = gauge(
    'webhooks_oldest_due_seconds',
    'How long the oldest due delivery has waited',
  );
  const due = gauge('webhooks_due_backlog', 'Deliveries that are due, those under way included');
  const endpoints = gauge('webhook_endpoints', 'Endpoints by state', 'state');
  return keepMeasured(runtime, {
    name: 'deliveries',
    gauges: [oldest, due, endpoints],
    async measure() {
      const [backlog, states] = await Promise.all([gauges.backlog(), gauges.endpointStates()]);
      due.set(backlog.count);
      oldest.set(backlog.oldestSeconds);
      for (const [state, count] of Object.entries(states)) endpoints.set({ state }, count);
    },
  });
}
