import { Counter, Gauge, type Registry } from 'prom-client';
import type { MailOutcome } from '../domain/mail.ts';

/** Returns what to call after each attempt; the gauge is asked for when the metrics are read. */
export function mailMetrics(metrics: Registry, oldestWaiting: () => Promise<Date | null>) {
  const registers = [metrics];
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to send a mail, by kind and outcome; given_up: it will not be sent; withheld: another account has the address',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  new Gauge({
    name: 'mail_oldest_waiting_seconds',
    help: 'How long the oldest unsent mail has waited',
    registers,
    async collect() {
      const oldest = await oldestWaiting().catch(() => undefined);
      if (oldest === undefined) return;
      this.set(oldest === null ? 0 : Math.max(0, Date.now() - oldest.getTime()) / 1_000);
    },
  });
  return (kind: string, outcome: MailOutcome): void => mails.inc({ kind, outcome });
}
