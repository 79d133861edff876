import { fieldError } from '../errors/app-error.ts';
import { DAY_MS } from '../time/units.ts';
import type { Approved, AskedDecision } from './decision.ts';

/** A period whose events are published again, in several calls if it has many. */
export type Republishing = {
  readonly from: Date;
  readonly to: Date;
  /** Where the call before ended; null: this is the first. */
  readonly resumeFrom: Date | null;
  readonly reason: string;
  readonly asked: AskedDecision;
};

export function requireRepeatable(
  { from, to, resumeFrom }: Republishing,
  now: Date,
  repeatDaysMax: number,
): void {
  if (from >= to) throw fieldError('from', 'must be earlier than to');
  if (now.getTime() - from.getTime() > repeatDaysMax * DAY_MS) {
    throw fieldError(
      'from',
      `must be within the last ${repeatDaysMax} days, in which consumers recognize duplicates`,
    );
  }
  if (resumeFrom && (resumeFrom < from || resumeFrom >= to)) {
    throw fieldError('resumeFrom', 'must be within the period');
  }
}

/** The line of the audit log about it. */
export function republishLine(
  { from, to, resumeFrom, reason, asked }: Republishing,
  service: string,
  approved: Approved | null,
) {
  return {
    actor: `operator:${asked.operator}`,
    action: 'events.republish',
    subject: `service:${service}`,
    accountId: '',
    detail: {
      from: from.toISOString(),
      to: to.toISOString(),
      ...(resumeFrom && { resumeFrom: resumeFrom.toISOString() }),
      reason,
      ...approved,
    },
  };
}
