import { type Booked, type BookedBatch, book, holdersOf, Refused } from '../domain/book.ts';
import type { BookedEvent } from '../domain/booked-event.ts';
import { type ChargeEvent, holderOf, paymentOf, Unbookable } from '../domain/charge-event.ts';
import { type Planned, planEvents } from '../domain/plan-events.ts';
import { MovementKind, PLATFORM_ID } from '../domain/posting.ts';
import type { Refund } from '../domain/refund.ts';
import { newlySuspended, type SuspenseItem } from '../domain/suspense.ts';
import type { OpenBooks, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'now' | 'idOf'>;

/**
 * Books a batch of events of charges in the caller's transaction, which also claims the events. Throws
 * Unbookable for an event that cannot be booked; then the caller must roll back.
 */
export function bookEvents({ now, idOf }: Needs) {
  return async (tx: OpenBooks, events: readonly ChargeEvent[]): Promise<readonly BookedEvent[]> => {
    if (events.every(({ type }) => type === 'other')) return [];
    await lockDeposits(tx, events);
    const locked = await tx.lockAccounts(await holdersTouchedBy(tx, events));
    const refunds = await tx.findRefunds(events.flatMap(refundOf));
    const payments = await tx.findPayments(events.flatMap((event) => paymentOf(event) ?? []));
    const plan = planEvents(events, { idOf, refunds, payments });
    const movements = plan.flatMap((planned) => planned.movements);
    const eventOfMovement = plan.flatMap(({ event, movements: own }) => own.map(() => event));
    const accounts = [...locked, ...(await lockOthers(tx, movements.flatMap(holdersOf), locked))];
    try {
      const result = book(accounts, movements, { now: now(), idOf });
      const published = bookedEventsOf(plan, result);
      const suspended = published.flatMap(suspenseItemOf);
      const taken = plan.flatMap((planned) => planned.taken);
      await tx.write({ ...result, suspended, taken, published });
      return published;
    } catch (error) {
      const event = error instanceof Refused ? eventOfMovement[error.movementIndex] : undefined;
      throw event ? new Unbookable(event, (error as Refused).message) : error;
    }
  };
}

/**
 * A return that names no account and the deposit of its payment have no account to lock in common, and
 * two replicas may handle them at once: one of them has to see the other. Such returns are rare, and
 * deposits do not wait for each other.
 */
async function lockDeposits(tx: OpenBooks, events: readonly ChargeEvent[]): Promise<void> {
  const isUnnamed = (event: ChargeEvent) => event.type === 'returned' && holderOf(event) === null;
  if (events.some(isUnnamed)) await tx.lockDeposits('exclusive');
  else if (events.some(({ type }) => type === 'deposit')) await tx.lockDeposits('shared');
}

/**
 * A payment in suspense and its return may be handled by two replicas at once: both lock the
 * platform's account, so that the second sees what the first did. A decision about suspense locks
 * the payment before the accounts, and so do returns.
 */
async function holdersTouchedBy(
  tx: OpenBooks,
  events: readonly ChargeEvent[],
): Promise<readonly string[]> {
  const holders = events.flatMap((event) => holderOf(event) ?? []);
  const returned = events.flatMap((event) =>
    event.type === 'returned' ? [event.bankReturn.endToEndId] : [],
  );
  if (returned.length > 0) {
    return [...holders, PLATFORM_ID, ...(await tx.lockSuspendedOf(returned))];
  }
  return events.some(({ type }) => type === 'suspense') ? [...holders, PLATFORM_ID] : holders;
}

/** Holders that only the books name, such as who was credited with a payment that is returned now. */
async function lockOthers(
  tx: OpenBooks,
  holderIds: readonly string[],
  locked: readonly { readonly holderId: string }[],
) {
  const known = new Set(locked.map(({ holderId }) => holderId));
  const others = holderIds.filter((holderId) => !known.has(holderId));
  return others.length > 0 ? tx.lockAccounts(others) : [];
}

function bookedEventsOf(plan: readonly Planned[], { booked }: BookedBatch): BookedEvent[] {
  const byId = new Map(booked.map((one) => [one.id, one]));
  return plan.flatMap(({ event, main }) => {
    const own = main && byId.get(main.id);
    return own ? bookedEventOf(event, own, booked) : [];
  });
}

function bookedEventOf(event: ChargeEvent, booked: Booked, all: readonly Booked[]): BookedEvent[] {
  switch (event.type) {
    case 'deposit':
      return [{ type: 'credited', event, booked }];
    case 'suspense':
      return [{ type: 'suspended', event, booked }];
    case 'settled':
      return [{ type: 'refunded', event, booked }];
    case 'failed':
      return [{ type: 'released', event, booked }];
    case 'returned':
      return [{ type: 'returned', event, booked, owedCents: advancedFor(booked, all) }];
    case 'other':
      return [];
  }
}

/** An advance is the link before the return that it was made for. */
function advancedFor(booked: Booked, all: readonly Booked[]): number {
  const before = all[all.indexOf(booked) - 1];
  if (before?.kind !== MovementKind.OwedAdvance || before.reference !== booked.reference) return 0;
  return before.lines.reduce(
    (sum, { account, amountCents }) => (account === 'available' ? sum + amountCents : sum),
    0,
  );
}

function suspenseItemOf(bookedEvent: BookedEvent): SuspenseItem[] {
  if (bookedEvent.type !== 'suspended') return [];
  return [newlySuspended(bookedEvent.event.payment, bookedEvent.booked.at)];
}

function refundOf(event: ChargeEvent): Refund[] {
  if (event.type === 'settled' || event.type === 'failed') return [event.refund];
  return event.type === 'returned' && event.asRefund ? [event.asRefund.refund] : [];
}
