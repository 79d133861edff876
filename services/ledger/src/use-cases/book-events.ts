import { type BookedBatch, type Booking, book, holdersOf, Refused } from '../domain/book.ts';
import {
  type BookedEvent,
  type ChargeEvent,
  holderOf,
  paymentOf,
  type ReturnEvent,
  type ReturnFailedEvent,
  Unbookable,
} from '../domain/charge-event.ts';
import { type PlannedEvent, planEvents } from '../domain/plan-events.ts';
import { MovementKind } from '../domain/posting.ts';
import { newlySuspended, Resolution, type SuspenseItem } from '../domain/suspense.ts';
import type { OpenBooks, Ports } from '../ports.ts';

/**
 * Books a batch of events of charges in the caller's transaction, which also claims the events. Throws
 * Unbookable for an event that cannot be booked; then the caller must roll back.
 */
export function bookEvents({ now, idOf }: Ports) {
  return async (tx: OpenBooks, events: readonly ChargeEvent[]): Promise<readonly BookedEvent[]> => {
    if (events.every(({ type }) => type === 'other')) return [];
    const goingBack = events.filter(isReturn);
    const locked = await tx.lockAccounts(await holdersTouchedBy(tx, events, goingBack));
    const [returns, payments] = await Promise.all([
      tx.findReturns(goingBack.map(({ paymentReturn }) => paymentReturn)),
      tx.findPayments(events.flatMap((event) => paymentOf(event) ?? [])),
    ]);
    const plan = planEvents(events, { idOf, returns, payments });
    const moving = plan.filter(({ movement }) => movement !== null);
    const movements = moving.flatMap(({ movement }) => movement ?? []);
    const accounts = [...locked, ...(await lockOthers(tx, movements.flatMap(holdersOf), locked))];
    try {
      const result = book(accounts, movements, { now: now(), idOf });
      const bookedEvents = await bookedEventsOf(tx, plan, result);
      const suspended = bookedEvents.flatMap(suspenseItemOf);
      const taken = plan.flatMap((planned) => planned.taken ?? []);
      await tx.write({ ...result, suspended, taken, published: bookedEvents });
      await reopenFailed(tx, goingBack);
      return bookedEvents;
    } catch (error) {
      throw asUnbookable(error, moving);
    }
  };
}

async function reopenFailed(
  tx: OpenBooks,
  goingBack: readonly (ReturnEvent | ReturnFailedEvent)[],
): Promise<void> {
  for (const { type, paymentReturn, message } of goingBack) {
    if (type === 'return-failed') await tx.reopenSuspended(paymentReturn, message.reason ?? '');
  }
}

function asUnbookable(error: unknown, moving: readonly PlannedEvent[]): unknown {
  if (!(error instanceof Refused)) return error;
  const event = moving[error.movementIndex]?.event;
  return event ? new Unbookable(event, error.message) : error;
}

function isReturn(event: ChargeEvent): event is ReturnEvent | ReturnFailedEvent {
  return event.type === 'returned' || event.type === 'return-failed';
}

/** A decision about suspense locks the payment before the accounts, and so do returns. */
async function holdersTouchedBy(
  tx: OpenBooks,
  events: readonly ChargeEvent[],
  goingBack: readonly (ReturnEvent | ReturnFailedEvent)[],
): Promise<readonly string[]> {
  const holders = events.flatMap((event) => holderOf(event) ?? []);
  if (goingBack.length === 0) return holders;
  const returned = goingBack.map(({ paymentReturn }) => paymentReturn.endToEndId);
  return [...holders, ...(await tx.lockSuspendedOf(returned))];
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

async function bookedEventsOf(
  tx: OpenBooks,
  plan: readonly PlannedEvent[],
  { booked }: BookedBatch,
): Promise<BookedEvent[]> {
  const byId = new Map(booked.map((one) => [one.id, one]));
  const published: BookedEvent[] = [];
  for (const { event, movement, taken } of plan) {
    const own = movement && byId.get(movement.id);
    if (!own) continue;
    if (taken?.isDecided) {
      const decided = decidedIn(published, taken.exceptionId);
      published.push(resolvedEvent(decided ?? (await readDecided(tx, taken.exceptionId)), own));
    } else published.push(...bookedEventOf(event, own, booked));
  }
  return published;
}

type DecidedPayment = Pick<Extract<BookedEvent, { type: 'resolved' }>, 'item' | 'message'>;

/** A ledger that was restored may book a suspended payment and the return that was decided for it in one batch. */
function decidedIn(published: readonly BookedEvent[], exceptionId: string): DecidedPayment | null {
  for (const one of published) {
    if (one.type !== 'suspended' || one.event.payment.exceptionId !== exceptionId) continue;
    const { payment, message } = one.event;
    return { item: newlySuspended(payment, one.booked.at), message };
  }
  return null;
}

async function readDecided(tx: OpenBooks, exceptionId: string): Promise<DecidedPayment> {
  const item = await tx.lockSuspended(exceptionId);
  if (!item) throw new Error(`exception ${exceptionId} is gone`);
  return { item, message: await tx.exceptionMessage(exceptionId) };
}

/** The return that an operator decided is made. */
function resolvedEvent({ item, message }: DecidedPayment, booked: Booking): BookedEvent {
  const resolution = Resolution.Refunded;
  return { type: 'resolved', item: { ...item, resolution }, message, booked };
}

function bookedEventOf(
  event: ChargeEvent,
  booked: Booking,
  all: readonly Booking[],
): BookedEvent[] {
  switch (event.type) {
    case 'deposit':
      return [{ type: 'credited', event, booked }];
    case 'suspense':
      return [{ type: 'suspended', event, booked }];
    case 'returned':
      return booked.kind === MovementKind.RefundSettle
        ? [{ type: 'refunded', event, booked }]
        : [{ type: 'returned', event, booked, owedCents: advancedFor(booked, all) }];
    case 'return-failed':
      return [{ type: 'released', event, booked }];
    case 'other':
      return [];
  }
}

/** An advance is the link before the return that it was made for. */
function advancedFor(booked: Booking, all: readonly Booking[]): number {
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
