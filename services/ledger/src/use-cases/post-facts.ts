import { type Booked, book, holdersOf, Refused } from '../domain/book.ts';
import { type ChargeFact, movementsOf, Unpostable } from '../domain/fact.ts';
import type { Movement } from '../domain/posting.ts';
import { newlySuspended, type SuspenseItem } from '../domain/suspense.ts';
import type { Announcement, LedgerTransaction, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'now' | 'idOf'>;

/**
 * Posts a batch of what charges announced in the caller's transaction, which also claims the
 * events. Throws Unpostable, having written nothing that stays, for a fact that cannot be posted.
 */
export function postFacts({ now, idOf }: Needs) {
  return async (
    tx: LedgerTransaction,
    facts: readonly ChargeFact[],
  ): Promise<readonly Announcement[]> => {
    const held = await tx.findHolds(facts.flatMap(refundIdOf));
    const plan = facts.map((fact) => ({ fact, movements: movementsOf(fact, { idOf, held }) }));
    const movements = plan.flatMap((planned) => planned.movements);
    if (movements.length === 0) return [];
    try {
      const accounts = await tx.lockAccounts(movements.flatMap(holdersOf));
      const result = book(accounts, movements, now());
      const announcements = announcementsOf(plan, result.booked);
      const suspended = announcements.flatMap(suspenseItemOf);
      await tx.post({ ...result, suspended, announcements });
      return announcements;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const owners = plan.flatMap(({ fact, movements: own }) => own.map(() => fact));
      const refused = owners[error.position];
      throw refused ? new Unpostable(refused, error.message) : error;
    }
  };
}

type Planned = { readonly fact: ChargeFact; readonly movements: readonly Movement[] };

/** What is booked is in the order of the movements; of a fact's the last one is told. */
function announcementsOf(plan: readonly Planned[], all: readonly Booked[]): Announcement[] {
  let count = 0;
  return plan.flatMap(({ fact, movements }) => {
    count += movements.length;
    const booked = movements.length > 0 ? all[count - 1] : undefined;
    return booked ? announcementOf(fact, booked) : [];
  });
}

function announcementOf(fact: ChargeFact, booked: Booked): Announcement[] {
  switch (fact.type) {
    case 'deposit':
      return [{ type: 'credited', posted: { fact, booked } }];
    case 'suspense':
      return [{ type: 'suspended', posted: { fact, booked } }];
    case 'settled':
      return [{ type: 'refunded', posted: { fact, booked } }];
    case 'failed':
    case 'other':
      return [];
  }
}

function suspenseItemOf(announcement: Announcement): SuspenseItem[] {
  if (announcement.type !== 'suspended') return [];
  const { fact, booked } = announcement.posted;
  return [newlySuspended(fact.payment, booked.at)];
}

function refundIdOf(fact: ChargeFact): string[] {
  return fact.type === 'settled' || fact.type === 'failed' ? [fact.refund.refundId] : [];
}
