import type { Runtime } from '@entrada/platform/runtime/runtime';
import { Gauge } from 'prom-client';
import type { App } from '../../app.ts';

/** Measured when somebody looks, by an index that holds only accounts with something in suspense. */
export function watchSuspense(app: Pick<App, 'suspenseCents'>, { metrics, log }: Runtime): void {
  new Gauge({
    name: 'ledger_suspense_cents',
    help: 'Cents in suspense, of holders and of the platform',
    registers: [metrics],
    async collect() {
      try {
        this.set(await app.suspenseCents());
      } catch (err) {
        log.warn({ err }, 'suspense could not be measured');
      }
    },
  });
}
