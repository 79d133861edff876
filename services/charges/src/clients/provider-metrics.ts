import { Histogram, type Registry } from 'prom-client';

/** Starts a timing; call the result with the outcome. */
export function providerMetrics(metrics: Registry) {
  const histogram = new Histogram({
    name: 'provider_request_duration_seconds',
    help: 'Time the bank took to answer',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return (operation: string) => {
    const end = histogram.startTimer({ operation });
    return (outcome: string): void => void end({ outcome });
  };
}
