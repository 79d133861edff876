import type { Runtime } from '@entrada/platform/runtime/runtime';
import { closedCounter } from '@entrada/platform/telemetry/closed-counter';
import type { Logger } from '@entrada/platform/telemetry/log';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ChargeMetrics } from '../ports.ts';

const NATUREZAS = ['ORIGINAL', 'RETIRADA', 'MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'];
const OTHER = 'OTHER';

/** What the bank took back by itself. */
export function returnMetrics(
  metrics: Registry,
  log: Logger,
): Pick<ChargeMetrics, 'returned' | 'settledAfterFailure' | 'returnNotRecorded'> {
  const returns = closedCounter(metrics, {
    name: 'payment_returns_total',
    help: 'Returns that the bank made by itself, by their natureza',
    labels: { natureza: [...NATUREZAS, OTHER] },
  });
  const settledAfterFailure = new Counter({
    name: 'refunds_settled_after_failure_total',
    help: 'Refunds that the bank settled after we had recorded their failure',
    registers: [metrics],
  });
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

/** How long the oldest refund has been under way. */
export function watchRefunds(runtime: Runtime, measure: () => Promise<number>): AsyncDisposable {
  const oldest = new Gauge({
    name: 'refunds_oldest_pending_seconds',
    help: 'Age of the oldest refund that is PROCESSING',
    registers: [runtime.metrics],
  });
  return keepMeasured(runtime, {
    name: 'refunds',
    gauges: [oldest],
    measure: async () => oldest.set(await measure()),
  });
}
