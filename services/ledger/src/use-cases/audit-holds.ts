import { HOLD_OPEN_MAX_MS, holdStillOpen, settledUnheld } from '../domain/audit-hold.ts';
import type { Ports, Report, Window } from '../ports.ts';

type Needs = Pick<Ports, 'books'>;

/** Far more than a window should ever have; more are not reported. */
const REPORTED_MAX = 500;

/**
 * Invariant `returns`, in the books alone: no refund is settled that was not held, and no hold stays open. A hold
 * is checked once, at the age when it must have ended, so it is found even if its charge never changes again.
 */
export function auditHolds({ books }: Needs) {
  return async ({ from, to }: Window, report: Report): Promise<void> => {
    const settled = await books.unheldSettlements({ from, to, limit: REPORTED_MAX });
    for (const one of settled) report(settledUnheld(one));
    const held = { from: longAgo(from), to: longAgo(to), limit: REPORTED_MAX };
    for (const one of await books.openHolds(held)) report(holdStillOpen(one));
  };
}

function longAgo(time: Date): Date {
  return new Date(time.getTime() - HOLD_OPEN_MAX_MS);
}
