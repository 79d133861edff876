import { AppError } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Logger } from '@entrada/platform/telemetry/log';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { closedCounter, hopHistogram, metersIn } from '@entrada/platform/telemetry/metrics';
import type { Registry } from 'prom-client';
import { ChargeStatus, type Payment, SOURCES } from '../domain/charge.ts';
import { ExceptionKind } from '../domain/settle.ts';
import type { ChargeMetrics } from '../ports.ts';
import type { measure } from '../store/measure.ts';
import { pollMetrics } from './bank-metrics.ts';

type Figures = Awaited<ReturnType<typeof measure>>;

const PROVIDER_FAILED = 'provider_unavailable';

type Work<In, Out> = (input: In) => Promise<Out>;

export function chargeMetrics({ metrics, log }: Pick<Runtime, 'metrics' | 'log'>) {
  const created = closedCounter(metrics, {
    name: 'charges_created_total',
    help: 'Requests for a charge, by how they ended',
    labels: { outcome: ['created', 'replayed', 'refused', PROVIDER_FAILED, 'error'] },
  });
  const statuses = Object.values(ChargeStatus);
  const transitions = closedCounter(metrics, {
    name: 'charges_transitions_total',
    help: 'Status changes of charges, by what led to them',
    labels: { from: statuses, to: statuses, source: SOURCES },
  });
  const exceptions = closedCounter(metrics, {
    name: 'deposit_exceptions_total',
    help: 'Payments that went to suspense, by reason',
    labels: { kind: Object.values(ExceptionKind) },
  });
  const aside = metersIn(metrics).counter(
    'payments_set_aside_total',
    'Times that a payment could not be confirmed and was set aside, each new attempt included',
  );
  const observeHops = hopsOfPayments(metrics);
  const counters: ChargeMetrics = {
    settled({ before, charge, allocations, at, detectedAt }, source) {
      const [from, to] = [before.status, charge.status];
      if (from !== to) transitions.inc({ from, to, source });
      for (const { payment, completes, exception } of allocations) {
        if (exception) exceptions.inc({ kind: exception.kind });
        if (completes) observeHops(payment, detectedAt ?? at, at);
      }
    },
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

function hopsOfPayments(metrics: Registry) {
  const observeDetection = hopHistogram(metrics, {
    name: 'deposit_pay_to_detect_seconds',
    help: 'Time from a payment, by the clock of the bank, until charges asks the bank about it or lists it',
  });
  const observeConfirmation = hopHistogram(metrics, {
    name: 'deposit_detect_to_confirm_seconds',
    help: 'Time from when charges asks the bank about a payment, or lists it, to its confirmation',
  });
  return ({ paidAt }: Payment, detectedAt: Date, confirmedAt: Date): void => {
    observeDetection(paidAt, detectedAt);
    // A charge may be paid while a query asks about it.
    observeConfirmation(paidAt > detectedAt ? paidAt : detectedAt, confirmedAt);
  };
}

function outcomeOf(error: unknown): 'refused' | 'provider_unavailable' | 'error' {
  if (!(error instanceof AppError)) return 'error';
  return error.reason === PROVIDER_FAILED ? PROVIDER_FAILED : 'refused';
}

const NATUREZAS = ['ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'];
const OTHER = 'OTHER';

/** What the bank took back by itself. */
function returnMetrics(
  metrics: Registry,
  log: Logger,
): Pick<ChargeMetrics, 'returned' | 'settledAfterFailure' | 'returnNotRecorded'> {
  const returns = closedCounter(metrics, {
    name: 'payment_returns_total',
    help: 'Returns that the bank made by itself, by their natureza',
    labels: { natureza: [...NATUREZAS, OTHER] },
  });
  const settledAfterFailure = metersIn(metrics).counter(
    'refunds_settled_after_failure_total',
    'Refunds that the bank settled after we had recorded their failure',
  );
  return {
    returned: (natureza) =>
      returns.inc({ natureza: NATUREZAS.includes(natureza) ? natureza : OTHER }),
    settledAfterFailure(endToEndId, bankId) {
      settledAfterFailure.inc();
      const fields = { end_to_end_id: endToEndId, bank_return_id: bankId };
      log.error(fields, 'bank settled a refund that was recorded as failed');
    },
    returnNotRecorded(endToEndId, err) {
      log.error({ err, end_to_end_id: endToEndId }, 'return of a payment not recorded');
    },
  };
}

/** How much waits, and for how long. */
export function watchBacklog(
  runtime: Runtime,
  measure: () => Promise<Figures>,
  now: () => Date,
): AsyncDisposable {
  const { gauge } = metersIn(runtime.metrics);
  const pending = gauge('charges_pending', 'Charges that are PENDING, counted up to 100000');
  const oldest = gauge(
    'charges_oldest_pending_seconds',
    'Age of the oldest charge that is PENDING',
  );
  const refund = gauge(
    'refunds_oldest_pending_seconds',
    'Age of the oldest refund that is PROCESSING',
  );
  const swept = gauge(
    'sweep_watermark_age_seconds',
    'Age of the time up to which received payments were swept',
  );
  const unclear = gauge(
    'payments_unclear',
    'Payments that the bank reported and that could not be confirmed so far',
  );
  const windows = gauge(
    'bank_windows_unread',
    'Parts of the bank list of payments that could not be read so far',
  );
  const ageOf = (time: Date | null) =>
    time ? Math.max(0, (now().getTime() - time.getTime()) / 1000) : 0;
  return keepMeasured(runtime, {
    name: 'backlog',
    gauges: [pending, oldest, refund, swept, unclear, windows],
    async measure() {
      const figures = await measure();
      pending.set(figures.pending);
      oldest.set(ageOf(figures.pendingSince));
      refund.set(ageOf(figures.refundSince));
      // Absent before the first sweep.
      if (figures.sweptTo) swept.set(ageOf(figures.sweptTo));
      unclear.set(figures.unclear);
      windows.set(figures.windows);
    },
  });
}
