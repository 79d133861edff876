import { Counter, Histogram, type Registry } from 'prom-client';
import { creditOf } from '../domain/deposit.ts';
import type { PostedEvent } from '../domain/posted-event.ts';

export function ledgerMetrics(metrics: Registry): (published: readonly PostedEvent[]) => void {
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
    for (const posted of published) {
      if (posted.type !== 'credited') continue;
      const { event, booked } = posted;
      const { deposit, confirmedAt } = event;
      credited.inc();
      creditedCents.inc(creditOf(deposit));
      feeCents.inc(deposit.feeCents);
      const delayMs = booked.at.getTime() - confirmedAt.getTime();
      delay.observe(Math.max(0, delayMs) / 1000);
    }
  };
}
