import fc from 'fast-check';
import { creditOf, type Deposit, depositPostings, depositProblem } from './deposit.ts';

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

const good = {
  chargeId: 'c',
  accountId: 'a',
  paymentLinkId: 'p',
  endToEndId: 'e',
  valueCents: 5000,
  feeCents: 50,
  paidCents: 5000,
  originalValueCents: 5000,
};

test.each<[string, Partial<typeof good>]>([
  ['an amount is not a safe integer', { valueCents: 2 ** 53 }],
  ['an amount is not a safe integer', { paidCents: 0.5 }],
  ['the value is not positive', { valueCents: 0 }],
  ['the fee is not within the value', { feeCents: -1 }],
  ['the fee is not within the value', { feeCents: 5001 }],
  ['less was paid than the value', { paidCents: 4999 }],
  [
    'valueCents is neither originalValueCents nor originalValueCents + feeCents',
    { originalValueCents: 4999 },
  ],
  [
    'valueCents is neither originalValueCents nor originalValueCents + feeCents',
    { originalValueCents: 5050 },
  ],
])('a deposit is refused when %s: %j', (problem, wrong) => {
  expect(depositProblem({ ...good, ...wrong })).toBe(problem);
});

test('exactly the value is booked, whatever was paid above it', () => {
  expect(depositPostings({ ...good, paidCents: 6000 })).toEqual(depositPostings(good));
});
