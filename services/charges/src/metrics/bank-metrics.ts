import type { CircuitState } from '@entrada/pix/client/circuit';
import { type Observe, PIX_OPERATIONS, type PixOperation } from '@entrada/pix/client/observation';
import { closedCounter, dependencyMetrics, metersIn } from '@entrada/platform/telemetry/metrics';
import type { Registry } from 'prom-client';

/** The last one is about a payment in the list: one of its refunds cannot be read. */
const LIST_PROBLEMS = [
  'count-too-low',
  'count-mismatch',
  'too-many-pages',
  'unreadable',
  'refund',
] as const;
type ListProblem = (typeof LIST_PROBLEMS)[number];

const CIRCUIT: Record<CircuitState, number> = { closed: 0, 'half-open': 1, open: 2 };

/** What the bank client reports of itself. */
export function bankMetrics(metrics: Registry) {
  const { gauge, histogram } = metersIn(metrics);
  const duration = histogram(
    'provider_request_duration_seconds',
    'Time the bank took to answer',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    'operation',
    'outcome',
  );
  const circuit = gauge(
    'provider_circuit_state',
    '0 when calls go to the bank, 1 while one call probes it, 2 while calls fail at once',
    'operation',
  );
  for (const operation of PIX_OPERATIONS) circuit.set({ operation }, CIRCUIT.closed);
  const dependencyIsUp = dependencyMetrics(metrics);
  const open = new Set<PixOperation>();
  const onCircuit = (operation: PixOperation, state: CircuitState): void => {
    circuit.set({ operation }, CIRCUIT[state]);
    if (state === 'open') open.add(operation);
    if (state === 'closed') open.delete(operation);
    dependencyIsUp('bank', open.size === 0);
  };
  dependencyIsUp('bank', true);
  const listProblems = closedCounter(metrics, {
    name: 'provider_list_problems_total',
    help: 'Lists of payments that contradict themselves or cannot be read',
    labels: { problem: LIST_PROBLEMS },
  });
  const observe: Observe = (operation, outcome, ms) =>
    duration.observe({ operation, outcome }, ms / 1000);
  return {
    observe,
    onCircuit,
    onCertificate(expiresAt: Date) {
      const help = 'When the certificate that we show to the bank expires';
      const expiry = gauge('provider_certificate_expiry_timestamp_seconds', help);
      expiry.set(expiresAt.getTime() / 1000);
    },
    onListProblem: (problem: ListProblem) => listProblems.inc({ problem }),
  };
}

/** What queries cost the bank, and what they were spared. */
export function pollMetrics(metrics: Registry) {
  const { counter } = metersIn(metrics);
  const shared = counter(
    'provider_poll_coalesced_total',
    'Queries answered by a bank call that another query had begun',
  );
  const skipped = counter(
    'provider_poll_skipped_total',
    'Queries answered as stored because the budget of bank calls was spent',
  );
  return { checkShared: () => shared.inc(), checkSkipped: () => skipped.inc() };
}
