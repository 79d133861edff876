import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Account, book, holdersOf } from './book.ts';
import { type ChargeEvent, Unbookable } from './charge-event.ts';
import { GENESIS } from './link.ts';
import { EXCEPTION_KINDS, type ExceptionKind } from './payment-bookings.ts';
import { planEvents, WAITS_FOR_PAYMENT } from './plan-events.ts';
import { type Movement, PLATFORM_ID } from './posting.ts';

const HOLDER = randomUUID();
const PAYMENT = { endToEndId: 'E1', chargeId: 'c1', paymentLinkId: 'p1' };
const source = { message: {}, traceId: null };
const idOf = (subject: string, id: string) => `${subject}-${id}`;

function deposit(valueCents: number, feeCents: number): ChargeEvent {
  const amounts = { valueCents, feeCents, paidCents: valueCents };
  const paid = { ...PAYMENT, accountId: HOLDER, ...amounts };
  return { ...source, type: 'deposit', deposit: paid, confirmedAt: new Date(0) };
}

function suspended(kind: ExceptionKind, amountCents: number): ChargeEvent {
  const isKnown = kind !== 'UNKNOWN_TXID';
  const owner = isKnown
    ? { ...PAYMENT, holderId: HOLDER }
    : { endToEndId: 'E1', chargeId: null, paymentLinkId: null, holderId: PLATFORM_ID };
  const payment = { ...owner, exceptionId: `x-${kind}`, kind, amountCents };
  return { ...source, type: 'suspense', payment };
}

function returnOf(nth: number, valueCents: number, isKnown: boolean): ChargeEvent {
  const names = isKnown
    ? { ...PAYMENT, accountId: HOLDER }
    : { endToEndId: 'E1', chargeId: null, paymentLinkId: null, accountId: null };
  const ids = { returnId: `r${nth}`, bankReturnId: `D${nth}`, origin: 'BANK' as const };
  return { ...source, type: 'returned', paymentReturn: { ...names, ...ids, valueCents } };
}

function opened(holderId: string, availableCents: number): Account {
  const nothing = { suspenseCents: 0, owedCents: 0, heldCents: 0, seq: 0, movedAt: new Date(0) };
  return { holderId, availableCents, head: GENESIS, ...nothing };
}

/** Event by event, as the service books them: a return that waits for its payment comes again at the end. */
function inTurn(events: readonly ChargeEvent[]): readonly Movement[] {
  const done: ChargeEvent[] = [];
  const left = [...events];
  for (let event = left.shift(); event; event = left.shift()) {
    try {
      planEvents([...done, event], { idOf, returns: new Map(), payments: new Map() });
      done.push(event);
    } catch (error) {
      expect(error).toBeInstanceOf(Unbookable);
      expect(String(error)).toContain(WAITS_FOR_PAYMENT);
      left.push(event);
    }
  }
  const plan = planEvents(done, { idOf, returns: new Map(), payments: new Map() });
  return plan.flatMap(({ movement }) => movement ?? []);
}

/** What each holder has in the end, by what it had before and the order of the events. */
function endOf(events: readonly ChargeEvent[], otherCents: number) {
  const movements = inTurn(events);
  const accounts = [opened(HOLDER, otherCents), opened(PLATFORM_ID, 0)];
  expect(new Set(movements.flatMap(holdersOf))).toEqual(
    new Set(movements.flatMap(holdersOf).filter((id) => id === HOLDER || id === PLATFORM_ID)),
  );
  return book(accounts, movements, { now: new Date(0), idOf }).accounts.map(
    ({ availableCents, suspenseCents, owedCents }) => ({
      availableCents,
      suspenseCents,
      owedCents,
    }),
  );
}

const HISTORIES = fc.record({
  kind: fc.constantFrom('DEPOSIT', ...EXCEPTION_KINDS),
  cents: fc.integer({ min: 1, max: 10_000 }),
  surplusCents: fc.integer({ min: 1, max: 10_000 }),
  returns: fc.array(
    fc.record({ share: fc.double({ min: 0, max: 0.3, noNaN: true }), isKnown: fc.boolean() }),
    { maxLength: 3 },
  ),
  otherCents: fc.nat({ max: 5_000 }),
  place: fc.nat({ max: 3 }),
});

test('returns wait for their payment, are booked once, and end as in the right order', () => {
  fc.assert(
    fc.property(HISTORIES, ({ kind, cents, surplusCents, returns, otherCents, place }) => {
      const isDeposit = kind === 'DEPOSIT' || kind === 'OVERPAID';
      const paid = isDeposit
        ? [deposit(cents, Math.floor(cents / 100)), suspended('OVERPAID', surplusCents)]
        : [suspended(kind as ExceptionKind, cents)];
      const totalCents = isDeposit ? cents + surplusCents : cents;
      const back = returns.flatMap(({ share, isKnown }, nth) => {
        const valueCents = Math.floor(share * totalCents);
        const isNamed = isKnown && kind !== 'UNKNOWN_TXID';
        return valueCents > 0 ? [returnOf(nth, valueCents, isNamed)] : [];
      });
      // What is published of one payment comes together; its returns come before it, after it, and again.
      const early = back.slice(0, place);
      const disordered = [...early, ...paid, ...back.slice(place), ...back];
      expect(endOf(disordered, otherCents)).toEqual(endOf([...paid, ...back], otherCents));
    }),
    { numRuns: 500 },
  );
});
