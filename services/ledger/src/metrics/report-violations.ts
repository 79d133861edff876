import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { type Invariant, lineOf } from '../domain/violation.ts';
import type { Report, ReportLate } from '../ports.ts';

/** Every violation is a line in the log and a count. */
export function reportViolations(
  { log }: Pick<Runtime, 'log'>,
  count: (invariant: Invariant) => void,
): Report {
  return (violation) => {
    const { invariant } = violation;
    count(invariant);
    log.error({ event: 'audit_violation', invariant }, lineOf(violation));
  };
}

/** Nothing is wrong any more, but whatever should have found it earlier did not. */
export function reportLateOnes(
  { log }: Pick<Runtime, 'log'>,
  count: (what: 'payment' | 'return') => void,
): ReportLate {
  return (what, endToEndId) => {
    count(what);
    log.warn({ event: 'payment_late', what, end_to_end_id: endToEndId }, 'payment found late');
  };
}

/** Payments of such a window were not compared with the books. */
export function reportUnreadWindows({ log }: Pick<Runtime, 'log'>, count: () => void) {
  return ({ from, to, reason }: UnreadWindow): void => {
    count();
    log.warn(
      { event: 'bank_window_unread', from, to, reason },
      'window of the bank list could not be read',
    );
  };
}
