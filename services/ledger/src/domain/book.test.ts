import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Account, type Booked, book, holdersOf, Uncovered } from './book.ts';
import { endProblems, UNWALKED, walk } from './chain.ts';
import { type ChargeFact, holdMovement, movementsOf } from './fact.ts';
import { canonicalText, GENESIS } from './link.ts';
import { type Movement, MovementKind, PLATFORM_ID } from './posting.ts';
import { resolutionOf } from './suspense.ts';

const HOLDERS = [randomUUID(), randomUUID(), randomUUID()];
const idOf = (subject: string, id: string) => `${subject}-${id}`;
const told = { announced: null, traceId: null };

type Step = {
  readonly kind: 'credit' | 'suspend' | 'stray' | 'hold' | 'settle' | 'release' | 'resolve';
  readonly holder: number;
  readonly cents: number;
  readonly at: number;
};
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('credit', 'suspend', 'stray', 'hold', 'settle', 'release', 'resolve'),
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
  const refund = { ...names, refundId: `r${index}`, accountId: holderId, valueCents: step.cents };
  const payment = (owner: string) => ({
    ...names,
    exceptionId: `x${index}`,
    kind: 'UNDERPAID',
    amountCents: step.cents,
    holderId: owner,
    endToEndId: `e${index}`,
  });
  const held = new Map([[refund.refundId, refund]]);
  const [first] = movementsOf(factOf(), { idOf, held });
  if (first) return first;
  if (step.kind === 'hold') return holdMovement(refund, idOf, null);
  const item = {
    ...payment(holderId),
    suspendedAt: new Date(0),
    resolution: null,
    creditedTo: null,
    refusals: 0,
    failure: null,
  };
  return {
    ...resolutionOf(item, step.at % 2 === 0 ? holderId : null),
    ...names,
    id: idOf('resolution', item.exceptionId),
    holderId,
    endToEndId: null,
    reference: item.exceptionId,
    traceId: null,
  };

  function factOf(): ChargeFact {
    switch (step.kind) {
      case 'credit': {
        const fee = Math.floor(step.cents / 100);
        const amounts = { valueCents: step.cents, feeCents: fee, paidCents: step.cents };
        const deposit = { ...refund, ...amounts, paymentLinkId: 'p', endToEndId: `e${index}` };
        return { ...told, type: 'deposit', deposit, confirmedAt: new Date(0) };
      }
      case 'suspend':
        return { ...told, type: 'suspense', payment: payment(holderId) };
      case 'stray':
        return { ...told, type: 'suspense', payment: payment(PLATFORM_ID) };
      case 'settle':
        return { ...told, type: 'settled', refund };
      case 'release':
        return { ...told, type: 'failed', refund };
      case 'hold':
      case 'resolve':
        return { type: 'other' };
    }
  }
}

function opened(holderId: string): Account {
  const nothing = { availableCents: 0, suspenseCents: 0, seq: 0, movedAt: new Date(0) };
  return { holderId, head: GENESIS, ...nothing };
}

/** One by one, as separate batches; those that are not covered are left out, as the service does. */
function play(all: readonly Step[]) {
  let accounts: readonly Account[] = [...HOLDERS, PLATFORM_ID].map(opened);
  const booked: Booked[] = [];
  for (const [index, step] of all.entries()) {
    try {
      const result = book(accounts, [movementOf(step, index)], new Date(step.at));
      accounts = result.accounts;
      booked.push(...result.booked);
    } catch (error) {
      expect(error).toBeInstanceOf(Uncovered);
    }
  }
  return { accounts, booked };
}

test('whatever moves in whatever order, transactions sum to zero and balances are the sums of entries', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { accounts, booked } = play(all);
      for (const account of accounts) {
        const { holderId, availableCents, suspenseCents } = account;
        expect(Math.min(availableCents, suspenseCents)).toBeGreaterThanOrEqual(0);
        const lines = booked.flatMap((one) => one.lines).filter((one) => one.holderId === holderId);
        const sum = (name: string) =>
          lines.filter((one) => one.account === name).reduce((s, one) => s + one.amountCents, 0);
        expect([availableCents, suspenseCents]).toEqual([sum('available'), sum('suspense')]);
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
      expect(book(accounts, credits.map(movementOf), new Date(5))).toEqual(one);
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
  expect(holdersOf(movementOf({ kind: 'stray', holder: 0, cents: 1, at: 0 }, 0))).toContain(
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

function linksOf(booked: readonly Booked[], holderId: string): readonly Booked[] {
  return booked.filter((one) => one.holderId === holderId);
}

/** Changes one byte of what is stored of a link: its text field by field, its amounts, or its hash. */
function withByteChanged(link: Booked, at: number, flip: number): Booked {
  const text = (value: string | null) =>
    value === null
      ? 'x'
      : String.fromCharCode(value.charCodeAt(0) ^ (flip & 15 || 1)) + value.slice(1);
  const [line, ...rest] = link.lines;
  const changes: Booked[] = [
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
