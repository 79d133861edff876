import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DisabledReason } from '../domain/endpoint.ts';
import type { Attempt, ClaimedDelivery } from '../ports.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

type Backlog = { readonly count: number; readonly oldestSeconds: number };
type EndpointStates = Readonly<Record<'ENABLED' | DisabledReason, number>>;

type Gauges = {
  readonly backlog: () => Promise<Backlog>;
  readonly endpoints: () => Promise<EndpointStates>;
};

/** Returns what to call after each attempt; the gauges are asked for when the metrics are read. */
export function deliveryMetrics(metrics: Registry, gauges: Gauges) {
  const registers = [metrics];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Delivery attempts, by outcome',
    labelNames: ['outcome'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time one attempt took',
    buckets: BUCKETS,
    registers,
  });
  const creditToFirstAttempt = new Histogram({
    name: 'webhook_credit_to_first_attempt_seconds',
    help: 'Time from the commit of a credit to the first attempt to deliver its event',
    buckets: BUCKETS,
    registers,
  });
  const exhausted = new Counter({
    name: 'webhooks_exhausted_total',
    help: 'Deliveries given up after the last attempt',
    registers,
  });
  observeBacklog(metrics, gauges.backlog);
  observeEndpoints(metrics, gauges.endpoints);

  return (delivery: ClaimedDelivery, { outcome, verdict, at, timings }: Attempt): void => {
    attempts.inc({ outcome });
    duration.observe(timings.totalMs / 1_000);
    if (verdict.next === 'exhausted') exhausted.inc();
    if (delivery.attemptsDone > 0 || delivery.isReplay) return;
    creditToFirstAttempt.observe(Math.max(0, at.getTime() - delivery.occurredAt.getTime()) / 1_000);
  };
}

function observeBacklog(metrics: Registry, backlogNow: () => Promise<Backlog>): void {
  const oldest = new Gauge({
    name: 'webhooks_oldest_due_seconds',
    help: 'How long the oldest due delivery has waited',
    registers: [metrics],
  });
  const gauge = new Gauge({
    name: 'webhooks_due_backlog',
    help: 'Deliveries that are due, those under way included',
    registers: [metrics],
    async collect() {
      // Without the database there is no figure; the other metrics are still served.
      const backlog = await backlogNow().catch(() => null);
      gauge.set(backlog?.count ?? Number.NaN);
      oldest.set(backlog?.oldestSeconds ?? Number.NaN);
    },
  });
}

function observeEndpoints(metrics: Registry, statesNow: () => Promise<EndpointStates>): void {
  const gauge = new Gauge({
    name: 'webhook_endpoints',
    help: 'Endpoints by state',
    labelNames: ['state'] as const,
    registers: [metrics],
    async collect() {
      const states = await statesNow().catch(() => null);
      gauge.reset();
      for (const [state, count] of Object.entries(states ?? {})) gauge.set({ state }, count);
    },
  });
}
