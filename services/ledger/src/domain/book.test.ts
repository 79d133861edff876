import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Account, type Booking, book, holdersOf, Uncovered } from './book.ts';
import { endProblems, UNWALKED, walk } from './chain.ts';
import type { ChargeEvent } from './charge-event.ts';
import { canonicalText, GENESIS } from './link.ts';
import { holdMovement, returnTransactionId } from './payment-return.ts';
import { planEvents } from './plan-events.ts';
import { type Movement, MovementKind, NO_BALANCE, PLATFORM_ID } from './posting.ts';
import { creditMovement, newlySuspended } from './suspense.ts';

const HOLDERS = [randomUUID(), randomUUID(), randomUUID()];
const idOf = (subject: string, id: string) => `${subject}-${id}`;
const source = { message: {}, traceId: null };

const KINDS = [
  'credit',
  'suspend',
  'suspended',
  'return',
  'hold',
  'settle',
  'release',
  'resolve',
] as const;
type Step = {
  readonly kind: (typeof KINDS)[number];
  readonly holder: number;
  readonly cents: number;
  readonly at: number;
};
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    holder: fc.nat({ max: HOLDERS.length - 1 }),
    cents: fc.integer({ min: 1, max: 999_999_999 }),
    // Clocks of replicas may go back.
    at: fc.integer({ min: 0, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 60 },
);

function movementOf(step: Step, index: number): Movement {
  const holderId = HOLDERS[step.holder] ?? '';
  const names = { chargeId: `c${index}`, paymentLinkId: null };
  const endToEndId = `e${index}`;
  const refundId = `r${index}`;
  const refund = { ...names, refundId, accountId: holderId, endToEndId, valueCents: step.cents };
  const payment = (owner: string) => ({
    ...names,
    exceptionId: `x${index}`,
    kind: 'UNDERPAID' as const,
    amountCents: step.cents,
    holderId: owner,
    endToEndId,
  });
  const name = { endToEndId, bankReturnId: refundId };
  const onBooks = { held: refund, isReleased: false, isBooked: false };
  const returns = new Map([[returnTransactionId(name, idOf), onBooks]]);
  const bookings = [{ kind: 'DEPOSIT' as const, holderId, chargeId: names.chargeId }];
  const isBack = step.kind === 'settle' || step.kind === 'release' || step.kind === 'return';
  const payments = new Map(isBack ? [[endToEndId, { bookings, suspended: null }]] : []);
  const [planned] = planEvents(eventsOf(), { idOf, returns, payments });
  if (planned?.movement) return planned.movement;
  if (step.kind === 'hold') return holdMovement(refund, { idOf, traceId: null });
  const item = newlySuspended(payment(holderId), new Date(0));
  return creditMovement({ ...item, creditedTo: holderId }, idOf);

  function eventsOf(): ChargeEvent[] {
    switch (step.kind) {
      case 'credit': {
        const fee = Math.floor(step.cents / 100);
        const amounts = { valueCents: step.cents, feeCents: fee, paidCents: step.cents };
        const deposit = { ...refund, ...amounts, paymentLinkId: 'p' };
        return [{ ...source, type: 'deposit', deposit, confirmedAt: new Date(0) }];
      }
      case 'suspend':
        return [{ ...source, type: 'suspense', payment: payment(holderId) }];
      case 'suspended':
        return [{ ...source, type: 'suspense', payment: payment(PLATFORM_ID) }];
      case 'settle':
        return [{ ...source, type: 'returned', paymentReturn: back(refundId, 'CLIENT') }];
      case 'release':
        return [{ ...source, type: 'return-failed', paymentReturn: back(refundId, 'CLIENT') }];
      case 'return':
        return [{ ...source, type: 'returned', paymentReturn: back(`b${index}`, 'BANK') }];
      case 'hold':
      case 'resolve':
        return [];
    }
  }

  function back(returnId: string, origin: 'CLIENT' | 'BANK') {
    return { ...refund, returnId, bankReturnId: returnId, origin };
  }
}

function opened(holderId: string): Account {
  return { holderId, head: GENESIS, ...NO_BALANCE, seq: 0, movedAt: new Date(0) };
}

/** One by one, as separate batches; those that are not covered are left out, as the service does. */
function play(all: readonly Step[]) {
  let accounts: readonly Account[] = [...HOLDERS, PLATFORM_ID].map(opened);
  const booked: Booking[] = [];
  for (const [index, step] of all.entries()) {
    try {
      const result = book(accounts, [movementOf(step, index)], { now: new Date(step.at), idOf });
      accounts = result.accounts;
      booked.push(...result.booked);
    } catch (error) {
      expect(error).toBeInstanceOf(Uncovered);
    }
  }
  return { accounts, booked };
}

test('docs/ledger.md has a row of entries for each kind of movement', () => {
  const page = readFileSync(`${import.meta.dirname}/../../../../docs/ledger.md`, 'utf8');
  const [, movements = ''] = page.split(/^## /m);
  const documented = [...movements.matchAll(/^\| `([A-Z_]+)` \| .*`/gm)].map(([, kind]) => kind);
  expect(documented.toSorted()).toEqual(Object.values(MovementKind).toSorted());
});

test('whatever moves in whatever order, transactions sum to zero and balances are the sums of entries', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { accounts, booked } = play(all);
      for (const account of accounts) {
        const { holderId, availableCents, suspenseCents, owedCents, heldCents } = account;
        expect(
          Math.min(availableCents, suspenseCents, owedCents, heldCents),
        ).toBeGreaterThanOrEqual(0);
        expect(Math.min(availableCents, owedCents)).toBe(0);
        const lines = booked.flatMap((one) => one.lines).filter((one) => one.holderId === holderId);
        const sum = (name: string) =>
          lines.filter((one) => one.account === name).reduce((s, one) => s + one.amountCents, 0);
        expect([availableCents, suspenseCents, 0 - owedCents, heldCents]).toEqual([
          sum('available'),
          sum('suspense'),
          sum('owed'),
          sum('refunds'),
        ]);
        const { walked, broken } = walk(UNWALKED, linksOf(booked, holderId));
        expect(broken).toBeNull();
        expect(endProblems(account, walked)).toEqual([]);
      }
    }),
  );
});

test('movements in one batch and one by one give the same books', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const credits = all.map((step) => ({ ...step, kind: 'credit' as const, at: 5 }));
      const one = play(credits);
      const accounts = [...HOLDERS, PLATFORM_ID].map(opened);
      const { movementIndexes: _, ...together } = book(accounts, credits.map(movementOf), {
        now: new Date(5),
        idOf,
      });
      expect(together).toEqual(one);
    }),
  );
});

test('time never goes back on a chain, and every holder of a movement moves with it', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { booked } = play(all);
      for (const holderId of HOLDERS) {
        const times = booked
          .filter((one) => one.lines.some((line) => line.holderId === holderId))
          .map(({ at }) => at.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    }),
  );
  expect(holdersOf(movementOf({ kind: 'suspended', holder: 0, cents: 1, at: 0 }, 0))).toContain(
    PLATFORM_ID,
  );
});

test('any single byte that is changed in any link is found', () => {
  fc.assert(
    fc.property(
      steps,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (all, pick, at, flip) => {
        const { booked } = play(all);
        fc.pre(booked.length > 0);
        const target = booked[pick % booked.length];
        if (!target) return;
        const links = linksOf(booked, target.holderId);
        const changed = links.map((link) =>
          link === target ? withByteChanged(link, at, flip) : link,
        );
        fc.pre(
          changed.some(
            (link, index) =>
              canonicalText(link) !== canonicalText(links[index] ?? link) ||
              !link.hash.equals(links[index]?.hash ?? GENESIS),
          ),
        );
        expect(walk(UNWALKED, changed).broken?.violation).toMatchObject({
          invariant: expect.stringMatching(/^(chain|I2|I3)$/),
        });
      },
    ),
  );
});

function linksOf(booked: readonly Booking[], holderId: string): readonly Booking[] {
  return booked.filter((one) => one.holderId === holderId);
}

/** Changes one byte of what is stored of a link: its text field by field, its amounts, or its hash. */
function withByteChanged(link: Booking, at: number, flip: number): Booking {
  const text = (value: string | null) =>
    value === null
      ? 'x'
      : String.fromCharCode(value.charCodeAt(0) ^ (flip & 15 || 1)) + value.slice(1);
  const [line, ...rest] = link.lines;
  const changes: Booking[] = [
    { ...link, id: text(link.id) },
    { ...link, kind: link.kind === MovementKind.Deposit ? 'SUSPENSE' : 'DEPOSIT' },
    { ...link, chargeId: text(link.chargeId) },
    { ...link, paymentLinkId: text(link.paymentLinkId) },
    { ...link, endToEndId: text(link.endToEndId) },
    { ...link, reference: text(link.reference) },
    { ...link, seq: link.seq + flip },
    { ...link, at: new Date(link.at.getTime() + flip) },
    {
      ...link,
      hash: Buffer.from(link.hash.map((byte, i) => (i === at % 32 ? byte ^ flip : byte))),
    },
    line ? { ...link, lines: [{ ...line, amountCents: line.amountCents + flip }, ...rest] } : link,
    line ? { ...link, lines: [{ ...line, balanceCents: flip }, ...rest] } : link,
    { ...link, lines: rest },
  ];
  return changes[at % changes.length] ?? link;
}
