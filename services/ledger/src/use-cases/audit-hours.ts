import { HOUR_MS } from '@entrada/platform/time/units';
import { dayEndedBy, dayProblem, hourProblem } from '../domain/audit-hour.ts';
import { hourOf } from '../domain/holder-hour.ts';
import type { Ports, Report, Window } from '../ports.ts';

/** The stored hours against the books and the stored days against the hours, each once: when its end is in the window. */
export function auditHours({ books }: Pick<Ports, 'books'>) {
  async function auditHour(hour: Date, report: Report): Promise<void> {
    for (const compared of await books.compareHour(hour)) {
      const problem = hourProblem(compared);
      if (problem) report(problem);
    }
    const day = dayEndedBy(hour);
    if (!day) return;
    for (const holderId of await books.differingDays(day)) report(dayProblem(holderId, day));
  }

  return async ({ from, to }: Window, report: Report): Promise<void> => {
    let hour = hourOf(from);
    // Ends: the window is bounded, and each turn is an hour later.
    for (; hour.getTime() + HOUR_MS <= to.getTime(); hour = new Date(hour.getTime() + HOUR_MS)) {
      await auditHour(hour, report);
    }
  };
}
