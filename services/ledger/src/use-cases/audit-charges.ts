import { DAY_MS } from '@entrada/platform/time/units';
import { type AuditedCharge, chargeProblems } from '../domain/audit-charge.ts';
import type { Booked } from '../domain/book.ts';
import { MovementKind } from '../domain/posting.ts';
import type { Violation } from '../domain/violation.ts';
import type { Ports, Report, Window } from '../ports.ts';
import { creditsBetween } from './credits-between.ts';

type Needs = Pick<Ports, 'books' | 'sources'>;

/** If the ledger was down, a charge changed long before its credit. */
const EARLIER_MS = DAY_MS;
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

type Charges = NonNullable<Needs['sources']['charges']>;
type Suspect = { readonly charge: AuditedCharge; readonly problems: readonly Violation[] };

/** I1, I4, I7, I9: compares the charges of a window with the books, both ways. */
export function auditCharges({ books, sources }: Needs) {
  return async (window: Window, report: Report): Promise<void> => {
    const { charges } = sources;
    if (!charges) return;
    const { known, suspects } = await compareCharges(charges(window));
    if (suspects.size > 0) await reportUnchanged(suspects, charges(window), report);
    const unknown = await creditsOfUnknown(window, known);
    if (unknown.size > 0) await forgetFurtherAway(unknown, charges, window);
    for (const booked of unknown.values()) report(chargeless(booked));
  };

  async function compareCharges(pages: ReturnType<Charges>) {
    const known = new Set<string>();
    const suspects = new Map<string, Suspect>();
    for await (const charges of pages) {
      const booked = await bookedByCharge(charges.map(({ chargeId }) => chargeId));
      for (const charge of charges) {
        known.add(charge.chargeId);
        const problems = chargeProblems(charge, booked.get(charge.chargeId) ?? []);
        if (problems.length > 0) suspects.set(charge.chargeId, { charge, problems });
      }
    }
    return { known, suspects };
  }

  async function bookedByCharge(chargeIds: readonly string[]): Promise<Map<string, Booked[]>> {
    const booked = await books.ofCharges(chargeIds);
    return Map.groupBy(booked, ({ chargeId }) => chargeId ?? '');
  }

  async function creditsOfUnknown(window: Window, known: ReadonlySet<string>) {
    const unknown = new Map<string, Booked>();
    for await (const credit of creditsBetween(books, window)) {
      const { chargeId } = credit;
      if (chargeId !== null && !known.has(chargeId)) unknown.set(chargeId, credit);
    }
    return unknown;
  }
}

/**
 * A charge that is paid or refunded after it was read, and before its books are, differs from them for a moment.
 * The change brings it into a later window, where it is compared again.
 */
async function reportUnchanged(
  suspects: ReadonlyMap<string, Suspect>,
  again: ReturnType<Charges>,
  report: Report,
): Promise<void> {
  for await (const charges of again) {
    for (const charge of charges) {
      const suspect = suspects.get(charge.chargeId);
      if (suspect && isSame(suspect.charge, charge)) suspect.problems.forEach(report);
    }
  }
}

const isSame = (one: AuditedCharge, other: AuditedCharge) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Charges that changed long before or after their credit are looked for again in a wider window. */
async function forgetFurtherAway(
  unknown: Map<string, Booked>,
  charges: Charges,
  { from }: Window,
): Promise<void> {
  const wide = { from: new Date(from.getTime() - EARLIER_MS), to: END_OF_TIME };
  for await (const page of charges(wide)) {
    for (const { chargeId } of page) unknown.delete(chargeId);
    if (unknown.size === 0) return;
  }
}

function chargeless({ chargeId, kind, id }: Booked): Violation {
  const found = `${kind === MovementKind.Deposit ? 'credit' : 'exception'} ${id}`;
  const expected = 'a charge in the database of charges';
  return { invariant: 'I1', subject: `charge ${chargeId}`, expected, found };
}
