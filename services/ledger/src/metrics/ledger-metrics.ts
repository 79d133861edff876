import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { App } from '../app.ts';
import type { BookedEvent } from '../domain/charge-event.ts';
import { creditOf } from '../domain/deposit.ts';

export function ledgerMetrics(metrics: Registry): (published: readonly BookedEvent[]) => void {
  const registers = [metrics];
  const credited = new Counter({
    name: 'ledger_credits_total',
    help: 'Deposits credited',
    registers,
  });
  const creditedCents = new Counter({
    name: 'ledger_credited_cents_total',
    help: 'Cents credited to account holders',
    registers,
  });
  const feeCents = new Counter({
    name: 'ledger_fee_cents_total',
    help: 'Cents kept as fee',
    registers,
  });
  const delay = new Histogram({
    name: 'deposit_confirm_to_credit_seconds',
    help: 'Time from the confirmation of a payment to its credit',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });
  return (published) => {
    for (const bookedEvent of published) {
      if (bookedEvent.type !== 'credited') continue;
      const { event, booked } = bookedEvent;
      const { deposit, confirmedAt } = event;
      credited.inc();
      creditedCents.inc(creditOf(deposit));
      feeCents.inc(deposit.feeCents);
      const delayMs = booked.at.getTime() - confirmedAt.getTime();
      delay.observe(Math.max(0, delayMs) / 1000);
    }
  };
}

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
