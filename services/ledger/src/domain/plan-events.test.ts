import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Account, book, holdersOf } from './book.ts';
import type { ChargeEvent } from './charge-event.ts';
import { GENESIS } from './link.ts';
import {
  type BookingKind,
  bookingProblem,
  EXCEPTION_KINDS,
  type ExceptionKind,
  MAY_STAND_BESIDE,
  type PaymentOnBooks,
} from './payment-bookings.ts';
import { planEvents } from './plan-events.ts';
import { PLATFORM_ID } from './posting.ts';

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
  const bankReturn = { ...names, returnId: `r${nth}`, bankReturnId: `D${nth}`, valueCents };
  return { ...source, type: 'returned', bankReturn, asRefund: null };
}

function opened(holderId: string, availableCents: number): Account {
  const nothing = { suspenseCents: 0, owedCents: 0, heldCents: 0, seq: 0, movedAt: new Date(0) };
  return { holderId, availableCents, head: GENESIS, ...nothing };
}

/** What each holder has in the end, by what it had before and the order of the events. */
function endOf(events: readonly ChargeEvent[], otherCents: number) {
  const payments = new Map<string, PaymentOnBooks>();
  const plan = planEvents(events, { idOf, refunds: new Map(), payments });
  const movements = plan.flatMap((planned) => planned.movements);
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

test('a payment, its surplus and its returns end alike in any order', () => {
  const histories = fc.record({
    kind: fc.constantFrom('DEPOSIT', ...EXCEPTION_KINDS),
    cents: fc.integer({ min: 1, max: 10_000 }),
    surplusCents: fc.integer({ min: 1, max: 10_000 }),
    returns: fc.array(
      fc.record({ share: fc.double({ min: 0, max: 0.3, noNaN: true }), isKnown: fc.boolean() }),
      { maxLength: 3 },
    ),
    otherCents: fc.nat({ max: 5_000 }),
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
  });
  fc.assert(
    fc.property(histories, ({ kind, cents, surplusCents, returns, otherCents, order }) => {
      const isDeposit = kind === 'DEPOSIT' || kind === 'OVERPAID';
      const paid = isDeposit
        ? [deposit(cents, Math.floor(cents / 100)), suspended('OVERPAID', surplusCents)]
        : [suspended(kind as ExceptionKind, cents)];
      const totalCents = isDeposit ? cents + surplusCents : cents;
      const back = returns
        .map(({ share, isKnown }, nth) =>
          returnOf(nth, Math.floor(share * totalCents), isKnown && kind !== 'UNKNOWN_TXID'),
        )
        .filter((event) => event.type === 'returned' && event.bankReturn.valueCents > 0);
      const right = [...paid, ...back];
      const shuffled = right
        .map((event, index) => ({ event, key: order[index] ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ event }) => event);
      expect(endOf(shuffled, otherCents)).toEqual(endOf(right, otherCents));
    }),
    { numRuns: 500 },
  );
});

const KINDS: readonly BookingKind[] = ['DEPOSIT', ...EXCEPTION_KINDS];
const PAIRS = KINDS.flatMap((first) => KINDS.map((second) => [first, second] as const));

test.each(PAIRS)(
  'of one payment, %s and then %s: only a deposit and its surplus',
  (first, second) => {
    const isAllowed = [first, second].toSorted().join() === 'DEPOSIT,OVERPAID';
    const booked = [{ kind: first, holderId: HOLDER, chargeId: 'c1' }];

    expect(MAY_STAND_BESIDE[second].includes(first)).toBe(isAllowed);
    const problem = bookingProblem(booked, { kind: second, chargeId: 'c1' }, 'E1');
    expect(problem === null).toBe(isAllowed);
    expect(bookingProblem(booked, { kind: second, chargeId: 'c2' }, 'E1')).not.toBeNull();
  },
);
