import type { Runtime } from '@entrada/platform/runtime/runtime';
import { Gauge } from 'prom-client';
import type { App } from '../app.ts';

/** Measured when somebody looks, by indexes that hold only accounts with such a balance. */
export function watchBalances(
  app: Pick<App, 'suspenseCents' | 'owedCents'>,
  { metrics, log }: Runtime,
): void {
  const watch = (name: string, help: string, measure: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        try {
          this.set(await measure());
        } catch (err) {
          log.warn({ err, metric: name }, 'metric could not be measured');
        }
      },
    });
  watch(
    'ledger_suspense_cents',
    'Cents in suspense, of holders and of the platform',
    app.suspenseCents,
  );
  watch(
    'ledger_owed_cents',
    'Cents that holders owe after returns made by the bank',
    app.owedCents,
  );
}
