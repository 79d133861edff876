import fc from 'fast-check';
import { creditOf, type Deposit, depositPostings, depositProblem } from './charge-event.ts';

const cents = fc.integer({ min: 1, max: 999_999_999_999 });
const deposits: fc.Arbitrary<Deposit> = fc
  .tuple(cents, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 1_000_000 }))
  .map(([valueCents, feeShare, surplus]) => ({
    chargeId: 'c',
    accountId: 'a',
    paymentLinkId: 'p',
    endToEndId: 'e',
    valueCents,
    feeCents: Math.floor(valueCents * feeShare),
    paidCents: valueCents + surplus,
  }));

test('the postings of any deposit sum to zero and credit exactly value minus fee', () => {
  fc.assert(
    fc.property(deposits, (deposit) => {
      const { valueCents, feeCents } = deposit;
      for (const originalValueCents of [valueCents, valueCents - feeCents]) {
        expect(depositProblem({ ...deposit, originalValueCents })).toBeNull();
      }
      const postings = depositPostings(deposit);
      const amounts = postings.map(({ amountCents }) => amountCents);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const credit = postings.find(({ account }) => account === 'available')?.amountCents ?? 0;
      expect(credit).toBe(creditOf(deposit));
      expect(credit).toBe(deposit.valueCents - deposit.feeCents);
    }),
  );
});
