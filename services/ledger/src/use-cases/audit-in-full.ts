import { DAY_MS } from '@entrada/platform/time/units';
import { hourAfter } from '../domain/holder-hour.ts';
import type { Ports, Report, Window } from '../ports.ts';
import { auditCharges } from './audit-charges.ts';
import { auditEvents } from './audit-events.ts';
import { auditHolds } from './audit-holds.ts';
import { auditHours } from './audit-hours.ts';
import { reconcileBank } from './reconcile-bank.ts';
import { verifyLedger } from './verify-ledger.ts';

type Needs = Pick<
  Ports,
  | 'chain'
  | 'signatureProblem'
  | 'books'
  | 'publishedEvents'
  | 'sources'
  | 'reportLate'
  | 'pause'
  | 'now'
>;

const STEP_MS = 60 * 60_000;

type Audited = {
  readonly accounts: number;
  readonly links: number;
  /** Later than asked when nothing was booked before. */
  readonly from: Date;
  /** Whose address is not set. */
  readonly notCompared: readonly string[];
};

/** Every check of the auditor, at once and over a whole window; stores no progress. */
export function auditInFull(needs: Needs) {
  const { books } = needs;
  const checks = [auditCharges(needs), auditEvents(needs), auditHolds(needs), reconcileBank(needs)];
  const compareHours = auditHours(needs);

  return async ({ from: asked, to }: Window, report: Report): Promise<Audited> => {
    const { accounts, links } = await verifyLedger(needs)(report);
    const from = later(asked, await beginning(to));
    for (let start = from.getTime(); start < to.getTime(); start += STEP_MS) {
      const end = Math.min(to.getTime(), start + STEP_MS);
      const window = { from: new Date(start), to: new Date(end) };
      for (const check of checks) await check(window, report);
    }
    // With the hour that is under way.
    await compareHours({ from, to: hourAfter(to) }, report);
    const { charges, events, bank } = needs.sources;
    const notCompared = Object.entries({ charges, events, bank })
      .filter(([, source]) => source === null)
      .map(([name]) => name);
    return { accounts, links, from, notCompared };
  };

  /** Skips the time before the first booking, except for the last day of it, in which a credit may be missing. */
  async function beginning(to: Date): Promise<Date> {
    const first = (await books.firstAt()) ?? to;
    return new Date(Math.min(first.getTime(), to.getTime()) - DAY_MS);
  }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
