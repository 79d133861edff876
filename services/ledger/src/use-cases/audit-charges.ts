import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import { type AuditedCharge, chargeProblems } from '../domain/audit-charge.ts';
import type { Booking } from '../domain/book.ts';
import { MovementKind } from '../domain/posting.ts';
import type { Window } from '../domain/statement.ts';
import { lineOf, type Violation } from '../domain/violation.ts';
import type { Ports, Report } from '../ports.ts';

type Needs = Pick<Ports, 'books' | 'sources'>;

/** A charge changes seconds before its credit, or hours if the ledger was down; a refund changes it again later. */
const REACHES_MS = [5 * 60_000, HOUR_MS, DAY_MS];
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

type Charges = NonNullable<Needs['sources']['charges']>;
/** The violations of each charge that seems to have some. */
type Suspects = ReadonlyMap<string, readonly Violation[]>;

/** Far more than a window should ever have; more are not reported. */
const SUSPECTS_MAX = 10_000;

/** I1, I4, I7, I9: compares the charges of a window with the books, both ways. */
export function auditCharges({ books, sources }: Needs) {
  return async (window: Window, report: Report): Promise<void> => {
    const { charges } = sources;
    if (!charges) return;
    const { known, suspects } = await compare(charges(window));
    if (suspects.size > 0) await reportLasting(suspects, charges(window), report);
    const unknown = await creditsOfUnknown(window, known);
    if (unknown.size > 0) await forgetFurtherAway(unknown, charges, window);
    for (const booked of unknown.values()) report(chargeless(booked));
  };

  async function compare(pages: ReturnType<Charges>) {
    const known = new Set<string>();
    const suspects = new Map<string, readonly Violation[]>();
    for await (const charges of pages) {
      for (const { chargeId } of charges) known.add(chargeId);
      for (const [chargeId, problems] of await problemsOf(charges)) {
        if (suspects.size < SUSPECTS_MAX) suspects.set(chargeId, problems);
      }
    }
    return { known, suspects };
  }

  /**
   * A charge that is paid or refunded after it was read, and before its books are, differs from them for a moment. So
   * only what a second look finds as well is reported. A payment brings the charge into a later window instead.
   */
  async function reportLasting(suspects: Suspects, again: ReturnType<Charges>, report: Report) {
    for await (const charges of again) {
      const suspected = charges.filter(({ chargeId }) => suspects.has(chargeId));
      for (const [chargeId, problems] of await problemsOf(suspected)) {
        const before = new Set(suspects.get(chargeId)?.map(lineOf));
        problems.filter((problem) => before.has(lineOf(problem))).forEach(report);
      }
    }
  }

  async function problemsOf(charges: readonly AuditedCharge[]): Promise<Suspects> {
    if (charges.length === 0) return new Map();
    const booked = await bookedByCharge(charges.map(({ chargeId }) => chargeId));
    const all = charges.map((charge) => {
      const problems = chargeProblems(charge, booked.get(charge.chargeId) ?? []);
      return [charge.chargeId, problems] as const;
    });
    return new Map(all.filter(([, problems]) => problems.length > 0));
  }

  async function bookedByCharge(chargeIds: readonly string[]): Promise<Map<string, Booking[]>> {
    const booked = await books.ofCharges(chargeIds);
    return Map.groupBy(booked, ({ chargeId }) => chargeId ?? '');
  }

  async function creditsOfUnknown(window: Window, known: ReadonlySet<string>) {
    const unknown = new Map<string, Booking>();
    for await (const credit of books.creditsBetween(window)) {
      const { chargeId } = credit;
      if (chargeId !== null && !known.has(chargeId)) unknown.set(chargeId, credit);
    }
    return unknown;
  }
}

/** Charges that changed before or after the window of their credit are looked for further and further away. */
async function forgetFurtherAway(
  unknown: Map<string, Booking>,
  charges: Charges,
  window: Window,
): Promise<void> {
  for (const period of periodsAround(window)) {
    for await (const page of charges(period)) {
      for (const { chargeId } of page) unknown.delete(chargeId);
      if (unknown.size === 0) return;
    }
  }
}

/** A charge that changes during the search moves to a later time, which is read last. */
function* periodsAround({ from, to }: Window): Generator<Window> {
  for (const reachMs of REACHES_MS) {
    yield { from: new Date(from.getTime() - reachMs), to: from };
    yield { from: to, to: reachMs === DAY_MS ? END_OF_TIME : new Date(to.getTime() + reachMs) };
  }
}

function chargeless({ chargeId, kind, id }: Booking): Violation {
  const found = `${kind === MovementKind.Deposit ? 'credit' : 'exception'} ${id}`;
  const expected = 'a charge in the database of charges';
  return { invariant: 'I1', subject: `charge ${chargeId}`, expected, found };
}
