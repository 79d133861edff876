import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { Gauge } from 'prom-client';
import type { App } from '../app.ts';

/** Measured by indexes that hold only accounts with such a balance. */
export function watchBalances(
  app: Pick<App, 'suspenseCents' | 'owedCents'>,
  runtime: Runtime,
): AsyncDisposable {
  const registers = [runtime.metrics];
  const suspense = new Gauge({
    name: 'ledger_suspense_cents',
    help: 'Cents in suspense, of holders and of the platform',
    registers,
  });
  const owed = new Gauge({
    name: 'ledger_owed_cents',
    help: 'Cents that holders owe after returns made by the bank',
    registers,
  });
  return keepMeasured(runtime, {
    name: 'balances',
    gauges: [suspense, owed],
    async measure() {
      suspense.set(await app.suspenseCents());
      owed.set(await app.owedCents());
    },
  });
}
