import { HOUR_MS } from '@entrada/platform/time/units';
import type { PaymentAtBank } from '../domain/audit-returns.ts';
import type { Window } from '../domain/statement.ts';
import type { AuditSources } from '../ports.ts';
import { sumBankPayments } from './read-books.ts';

const FROM = new Date('2026-01-01T12:30:00Z');
const HOURS = 5;
const TO = new Date(FROM.getTime() + HOURS * HOUR_MS - 1);

const paymentAt = (sinceMs: number, paidCents: number): PaymentAtBank => ({
  endToEndId: `E${sinceMs}`,
  txid: null,
  paidCents,
  paidAt: new Date(FROM.getTime() + sinceMs),
  returns: [{ id: 'D1', valueCents: 1, isSettled: true }],
  unreadReturns: sinceMs === 0 ? ['no value'] : [],
});

/** At the borders of hours and beyond the window. */
const PAYMENTS = [
  paymentAt(-1, 100_000),
  paymentAt(0, 10),
  paymentAt(HOUR_MS - 1, 20),
  paymentAt(HOUR_MS, 40),
  paymentAt(HOURS * HOUR_MS - 2, 80),
  paymentAt(HOURS * HOUR_MS - 1, 100_000),
];

test('payments of the bank are added up once each, hour by hour, so that few are in memory', async () => {
  const asked: Window[] = [];
  const bank = {
    async *paidBetween(window: Window) {
      asked.push(window);
      const inside = PAYMENTS.filter(({ paidAt }) => paidAt >= window.from && paidAt < window.to);
      // As a page that shifts while it is read.
      yield inside;
      yield inside;
    },
  };
  const sources = { bank } as unknown as AuditSources;

  const sum = await sumBankPayments({ sources })({ from: FROM, to: TO }, TO);

  expect(sum).toEqual({ receivedCents: 150, returnedCents: 4, unreadReturns: ['E0'] });
  expect(asked).toHaveLength(HOURS);
  for (const { from, to } of asked) {
    expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(HOUR_MS);
  }
});
