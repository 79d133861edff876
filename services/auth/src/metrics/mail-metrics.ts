import type { Runtime } from '@entrada/platform/runtime/runtime';
import { closedCounter } from '@entrada/platform/telemetry/closed-counter';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { Gauge, type Registry } from 'prom-client';
import { LETTER_WORDS } from '../domain/letter-words.ts';
import { MAIL_OUTCOMES, type MailOutcome } from '../domain/mail.ts';

/** Every kind of mail has a subject. */
export const MAIL_KINDS: readonly string[] = Object.keys(LETTER_WORDS.en.subject);

/** Returns what to call after each attempt. */
export function mailMetrics(metrics: Registry): (kind: string, outcome: MailOutcome) => void {
  const mails = closedCounter(metrics, {
    name: 'mails_total',
    help: 'Attempts to send a mail, by kind and outcome; given_up: it will not be sent; withheld: another account has the address',
    labels: { kind: MAIL_KINDS, outcome: MAIL_OUTCOMES },
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
