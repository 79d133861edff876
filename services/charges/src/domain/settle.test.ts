import fc from 'fast-check';
import { type Charge, ChargeStatus, canMove, type Payment } from './charge.ts';
import { BankStatus, type Settlement, settle } from './settle.ts';
import type { Cents } from './terms.ts';

const VALUE = 5_000;
const EXPIRES_AT = new Date('2026-01-02T00:00:00Z');
const OVERDUE = new Date(EXPIRES_AT.getTime() + 60_000);
const IN_TIME = new Date(EXPIRES_AT.getTime() + 59_999);

const CHARGE: Charge = {
  id: 'c'.repeat(24),
  accountId: 'a',
  paymentLinkId: 'l',
  txid: 't'.repeat(32),
  emv: 'code',
  value: VALUE as Cents,
  originalValue: VALUE as Cents,
  fee: 50,
  status: ChargeStatus.Pending,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: EXPIRES_AT,
  externalId: null,
  description: null,
  metadata: {},
  endToEndId: null,
  paidCents: null,
  paidAt: null,
  paidLate: false,
  payer: null,
  refundedCents: 0,
  receivedCents: 0,
  feePlan: null,
};

const paid = (endToEndId: string, paidCents = VALUE, atMs = 0): Payment => ({
  endToEndId,
  paidCents,
  paidAt: new Date(CHARGE.createdAt.getTime() + atMs),
});

test('the first payment that covers the value completes, in the order of payment', () => {
  const payments = [paid('E3', VALUE, 30), paid('E1', VALUE - 1, 10), paid('E2', VALUE, 20)];
  const { charge, allocations } = settle(CHARGE, { status: BankStatus.Paid, payments }, OVERDUE);

  expect(charge).toMatchObject({ status: 'COMPLETED', endToEndId: 'E2', paidLate: false });
  expect(
    allocations.map(({ payment, exception }) => [payment.endToEndId, exception?.kind]),
  ).toEqual([
    ['E1', 'UNDERPAID'],
    ['E2', undefined],
    ['E3', 'DUPLICATE_PAYMENT'],
  ]);
});

test('a payment named twice in one reply counts once, and the one that completed a charge never again', () => {
  const twice = settle(
    CHARGE,
    { status: BankStatus.Paid, payments: [paid('E1'), paid('E1')] },
    IN_TIME,
  );
  expect(twice.allocations).toHaveLength(1);

  const again = settle(twice.charge, { status: BankStatus.Paid, payments: [paid('E1')] }, IN_TIME);
  expect(again.allocations).toEqual([]);
});

/** The rules once more, as a clerk would keep them. */
type Model = { status: ChargeStatus; credited: number; suspended: number; received: number };
type Real = { charge: Charge; known: Set<string>; settlements: Settlement[] };

const reports = fc.record({
  status: fc.constantFrom(...Object.values(BankStatus)),
  overdue: fc.boolean(),
  payments: fc.array(
    fc.record({
      name: fc.integer({ min: 1, max: 6 }).map((number) => `E${number}`),
      cents: fc.constantFrom(1, VALUE - 1, VALUE, VALUE + 1, VALUE * 2),
    }),
    { maxLength: 3 },
  ),
});

type Observation = {
  status: BankStatus;
  overdue: boolean;
  payments: { name: string; cents: number }[];
};

class See implements fc.Command<Model, Real> {
  readonly seen: Observation;

  constructor(seen: Observation) {
    this.seen = seen;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, real: Real): void {
    const fresh = this.seen.payments.filter(
      ({ name }, index, all) =>
        !real.known.has(name) && all.findLastIndex((other) => other.name === name) === index,
    );
    const payments = fresh.map(({ name, cents }) => paid(name, cents));
    const now = this.seen.overdue ? OVERDUE : IN_TIME;
    const settlement = settle(real.charge, { status: this.seen.status, payments }, now);
    for (const { payment } of settlement.allocations) real.known.add(payment.endToEndId);
    real.charge = settlement.charge;
    real.settlements.push(settlement);

    for (const { cents } of fresh.sort((a, b) => (a.name < b.name ? -1 : 1))) pay(model, cents);
    if (model.status === 'PENDING') model.status = unpaid(this.seen);
    expect(real.charge.status).toBe(model.status);
    const allocations = real.settlements.flatMap((one) => one.allocations);
    const completing = allocations.filter(({ completes }) => completes);
    const exceptional = allocations.map(({ exception }) => exception?.amountCents ?? 0);
    expect(completing.length * VALUE).toBe(model.credited);
    expect(exceptional.reduce((sum, cents) => sum + cents, 0)).toBe(model.suspended);
    expect(model.credited + model.suspended).toBe(model.received);
  }

  toString(): string {
    return JSON.stringify(this.seen);
  }
}

function pay(model: Model, cents: number): void {
  model.received += cents;
  const waits = model.status === 'PENDING' || model.status === 'EXPIRED';
  if (!waits || cents < VALUE) {
    model.suspended += cents;
    return;
  }
  model.status = 'COMPLETED';
  model.credited += VALUE;
  model.suspended += cents - VALUE;
}

function unpaid({ status, overdue }: Observation): ChargeStatus {
  if (status === 'REMOVED_BY_US') return 'CANCELED';
  if (status === 'REMOVED_BY_BANK') return overdue ? 'EXPIRED' : 'CANCELED';
  return status !== 'UNKNOWN' && overdue ? 'EXPIRED' : 'PENDING';
}

test('whatever a bank says, in any order: the model’s status, allowed moves, and every cent in one place', () => {
  const commands = fc.commands([reports.map((seen) => new See(seen))], { maxCommands: 12 });
  fc.assert(
    fc.property(commands, (history) => {
      const real: Real = { charge: CHARGE, known: new Set(), settlements: [] };
      const model: Model = { status: 'PENDING', credited: 0, suspended: 0, received: 0 };
      fc.modelRun(() => ({ model, real }), history);
      for (const { before, charge } of real.settlements) {
        const isAllowed = before.status === charge.status || canMove(before.status, charge.status);
        expect(isAllowed).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
