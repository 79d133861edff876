import { type Charge, NOT_PAID } from '../domain/charge.ts';
import { parseCents } from '../domain/terms.ts';
import { type PaymentBooking, settleAsBooked } from './as-booked.ts';

const AT = new Date('2026-11-15T12:00:00Z');
const CHARGE: Charge = {
  ...NOT_PAID,
  id: 'a'.repeat(24),
  accountId: 'account',
  paymentLinkId: 'link',
  txid: 'b'.repeat(32),
  emv: 'emv',
  value: parseCents(500),
  originalValue: parseCents(500),
  fee: 5,
  createdAt: AT,
  expiresAt: AT,
  externalId: null,
  description: null,
  metadata: {},
  feePlan: null,
};

type Kind = PaymentBooking['bookedAs'];
const paymentOf = (endToEndId: string, paidCents: number) => ({
  endToEndId,
  paidCents,
  paidAt: AT,
});
const asBooked = (before: Charge, bookedAs: Kind, payment = paymentOf('E1', 500)) =>
  settleAsBooked(before, payment, { bookedAs, paidLate: false, at: AT });

test('whatever order payments come back in, each is to its charge what the books say', () => {
  const booked = [
    ['DEPOSIT', paymentOf('E1', 530)],
    ['UNDERPAID', paymentOf('E2', 400)],
    ['DUPLICATE_PAYMENT', paymentOf('E3', 500)],
  ] as const;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const kinds: Record<string, unknown> = {};
    let charge = CHARGE;
    for (const index of order) {
      const [kind, payment] = booked[index] ?? booked[0];
      const settled = asBooked(charge, kind, payment);
      for (const { completes, exception } of settled.allocations)
        kinds[kind] = { completes, exception };
      charge = settled.charge;
    }
    expect(charge).toMatchObject({ status: 'COMPLETED', endToEndId: 'E1', receivedCents: 1_430 });
    expect(kinds).toEqual({
      DEPOSIT: { completes: true, exception: { kind: 'OVERPAID', amountCents: 30 } },
      UNDERPAID: { completes: false, exception: { kind: 'UNDERPAID', amountCents: 400 } },
      DUPLICATE_PAYMENT: {
        completes: false,
        exception: { kind: 'DUPLICATE_PAYMENT', amountCents: 500 },
      },
    });
  }
});

test('a payment that is booked after a cancellation cancels its charge again, if it is pending', () => {
  expect(asBooked(CHARGE, 'PAID_AFTER_CANCEL').charge).toMatchObject({ status: 'CANCELED' });
  const canceled = { ...CHARGE, status: 'CANCELED' } as const;
  expect(asBooked(canceled, 'PAID_AFTER_CANCEL').charge).toMatchObject({ status: 'CANCELED' });
});

test('a deposit that is booked as paid late is paid late, though its charge is pending again', () => {
  const late = { bookedAs: 'DEPOSIT', paidLate: true, at: AT } as const;
  expect(settleAsBooked(CHARGE, paymentOf('E1', 500), late).charge).toMatchObject({
    status: 'COMPLETED',
    paidLate: true,
  });
});

test('a surplus without its deposit, which was discarded, completes the charge', () => {
  expect(asBooked(CHARGE, 'OVERPAID', paymentOf('E1', 530)).charge).toMatchObject({
    status: 'COMPLETED',
  });
});

test('a second deposit of a charge is refused', () => {
  const { charge } = asBooked(CHARGE, 'DEPOSIT');
  expect(() => asBooked(charge, 'DEPOSIT', paymentOf('E2', 500))).toThrow('COMPLETED');
});
