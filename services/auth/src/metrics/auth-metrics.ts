import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { closedCounter, metersIn } from '@entrada/platform/telemetry/metrics';
import type { Registry } from 'prom-client';
import type { AuditHead } from '../domain/audit-chain.ts';
import { LETTER_WORDS } from '../domain/letter.ts';
import { MAIL_OUTCOMES, type MailOutcome } from '../domain/notice.ts';

/** As many as a number holds exactly. */
const HASH_BYTES = 6;

/** Returns what to call with each end of the audit log that is seen. */
export function auditMetrics(metrics: Registry) {
  const { gauge } = metersIn(metrics);
  const sequence = gauge(
    'audit_log_head_sequence',
    'Number of the last line of the audit log; it never becomes less',
  );
  const hash = gauge(
    'audit_log_head_hash',
    'First six bytes of the hash of that line, as a number; it changes only with the sequence',
  );
  const cut = gauge(
    'audit_log_cut',
    '1: the audit log no longer has an end that this process saw, or that its file has',
  );
  return (head: AuditHead, isCut: boolean): void => {
    sequence.set(head.seq);
    hash.set(head.hash.readUIntBE(0, HASH_BYTES));
    cut.set(isCut ? 1 : 0);
  };
}

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
  const waiting = metersIn(runtime.metrics).gauge(
    'mail_oldest_waiting_seconds',
    'How long the oldest unsent mail has waited',
  );
  return keepMeasured(runtime, {
    name: 'mails',
    gauges: [waiting],
    async measure() {
      const oldest = await oldestWaiting();
      waiting.set(oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1_000 : 0);
    },
  });
}
