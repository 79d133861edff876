import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MailOutcome } from '../domain/mail.ts';

/** Returns what to call after each attempt. */
export function mailMetrics(metrics: Registry): (kind: string, outcome: MailOutcome) => void {
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to send a mail, by kind and outcome; given_up: it will not be sent; withheld: another account has the address',
    labelNames: ['kind', 'outcome'] as const,
    registers: [metrics],
  });
  return (kind, outcome) => mails.inc({ kind, outcome });
}

export function watchMails(
  runtime: Runtime,
  oldestWaiting: () => Promise<Date | null>,
): AsyncDisposable {
  const waiting = new Gauge({
    name: 'mail_oldest_waiting_seconds',
    help: 'How long the oldest unsent mail has waited',
    registers: [runtime.metrics],
  });
  return keepMeasured(runtime, {
    name: 'mails',
    gauges: [waiting],
    async measure() {
      const oldest = await oldestWaiting();
      waiting.set(oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1_000 : 0);
    },
  });
}
