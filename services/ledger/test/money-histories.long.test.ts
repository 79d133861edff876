import { forTests } from '@entrada/platform/testing/for-tests';
import fc from 'fast-check';
import { expectHoursLikeBooks, hourLines } from './hours-of-books.ts';
import { ledgerAtBank } from './ledger-at-bank.ts';
import { moneyHistory, PAYMENTS, type StepName } from './money-history.ts';

const HISTORIES = 60;

const ledger = forTests(() => ledgerAtBank());

const weights: Readonly<Record<StepName, number>> = {
  refund: 3,
  'bank returns': 4,
  'bank settles': 6,
  'bank fails': 3,
  credit: 1,
  'send back': 4,
  deliver: 4,
  repeat: 1,
  'hand over': 2,
  outage: 1,
};
const step = fc.record({
  what: fc.oneof(
    ...Object.entries(weights).map(([what, weight]) => ({
      weight,
      arbitrary: fc.constant(what as StepName),
    })),
  ),
  /** Which of the things that it can happen to, and how much or how many. */
  which: fc.nat({ max: 11 }),
  much: fc.nat({ max: 6_000 }),
});

const history = fc.record({
  paid: fc.array(fc.constantFrom(...PAYMENTS, 'OVERPAID' as const), { minLength: 1, maxLength: 2 }),
  /** The books know of them before anything goes back. */
  isKnown: fc.boolean(),
  steps: fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }),
});

test('any history of payments, refunds, decisions and returns ends with the bank’s money on the books, and nothing parked', async () => {
  const ends = fc.asyncProperty(history, async ({ paid, isKnown, steps }) => {
    const before = await ledger.differenceToBank();
    const run = moneyHistory(ledger);
    for (const kind of paid) run.pay(kind);
    if (isKnown) await run.deliverAll();

    for (const { what, which, much } of steps) await run.step(what, which, much);
    await run.finish();

    // Also checks that entries sum to zero, and that balances are the sums of theirs.
    expect((await ledger.differenceToBank()) - before).toBe(0);
    expect(await run.tooMuchInSuspense()).toBe(0);
    expect(Math.max(0, ...run.timesSentBack())).toBeLessThanOrEqual(1);
    expect(await ledger.parked()).toEqual([]);
    await expectHoursLikeBooks(ledger);
    expect(await hourLines(ledger)).toEqual([]);
  });
  // The books of a failed history stay wrong, so that every smaller one would fail on them too.
  await fc.assert(ends, { numRuns: HISTORIES, endOnFailure: true });
});
