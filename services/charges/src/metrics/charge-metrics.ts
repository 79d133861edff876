import { AppError } from '@entrada/platform/errors/app-error';
import type { Logger } from '@entrada/platform/telemetry/log';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ChargeMetrics } from '../ports.ts';
import { pollMetrics } from './bank-metrics.ts';
import { returnMetrics } from './return-metrics.ts';

/** How many charges wait, and for how long the oldest. */
type Backlog = { readonly pending: number; readonly oldestSeconds: number };

type Work<In, Out> = (input: In) => Promise<Out>;

type Options = {
  readonly metrics: Registry;
  readonly log: Logger;
  readonly measure: () => Promise<Backlog | null>;
};

export function chargeMetrics({ metrics, log, measure }: Options) {
  const registers = [metrics];
  const created = new Counter({
    name: 'charges_created_total',
    help: 'Requests for a charge, by how they ended',
    labelNames: ['outcome'] as const,
    registers,
  });
  const transitions = new Counter({
    name: 'charges_transitions_total',
    help: 'Status changes of charges, by what led to them',
    labelNames: ['from', 'to', 'source'] as const,
    registers,
  });
  const exceptions = new Counter({
    name: 'deposit_exceptions_total',
    help: 'Payments that went to suspense, by reason',
    labelNames: ['kind'] as const,
    registers,
  });
  const aside = new Counter({
    name: 'payments_set_aside_total',
    help: 'Times that a payment could not be confirmed and was set aside, each new attempt included',
    registers,
  });
  watchBacklog(metrics, measure);
  const counters: ChargeMetrics = {
    moved: (from, to, source) => transitions.inc({ from, to, source }),
    exception: (kind) => exceptions.inc({ kind }),
    setAside({ id, problem }, err) {
      aside.inc();
      log.warn({ err, end_to_end_id: id, problem }, 'payment set aside');
    },
    windowSetAside: ({ id, problem }, err) =>
      log.warn({ err, window: id, problem }, 'window of the bank list set aside'),
    ...returnMetrics(metrics, log),
    ...pollMetrics(metrics),
  };
  return {
    counters,
    countCreated:
      <In, Out extends { replayed: boolean }>(create: Work<In, Out>): Work<In, Out> =>
      async (input) => {
        try {
          const result = await create(input);
          created.inc({ outcome: result.replayed ? 'replayed' : 'created' });
          return result;
        } catch (error) {
          created.inc({ outcome: outcomeOf(error) });
          throw error;
        }
      },
  };
}

const PROVIDER_FAILED = 'provider_unavailable';

function outcomeOf(error: unknown): 'refused' | 'provider_unavailable' | 'error' {
  if (!(error instanceof AppError)) return 'error';
  return error.reason === PROVIDER_FAILED ? PROVIDER_FAILED : 'refused';
}

function watchBacklog(metrics: Registry, measure: () => Promise<Backlog | null>): void {
  const oldest = new Gauge({
    name: 'charges_oldest_pending_seconds',
    help: 'Age of the oldest charge that is PENDING',
    registers: [metrics],
  });
  new Gauge({
    name: 'charges_pending',
    help: 'Charges that are PENDING, counted up to 100000',
    registers: [metrics],
    async collect() {
      const backlog = await measure();
      if (!backlog) return;
      this.set(backlog.pending);
      oldest.set(backlog.oldestSeconds);
    },
  });
}
