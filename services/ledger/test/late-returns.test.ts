import { suspenseReturnId } from '../src/domain/suspense.ts';
import { idOf } from '../src/store/id-of.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { type Kind, suspendedAtBank } from './suspended-at-bank.ts';

let ledger: LedgerAtBank;
beforeAll(async () => {
  ledger = await ledgerAtBank();
});
afterAll(() => ledger[Symbol.asyncDispose]());

test.each<Kind>(['surplus', 'underpaid', 'unknown'])(
  'our return that the bank makes after it refused it leaves the books once, and is reported (%s)',
  async (kind) => {
    const before = await ledger.differenceToBank();
    const payment = await suspendedAtBank(ledger, kind);
    await payment.refund();
    await payment.ours('FAILED');
    await payment.madeAfterAll();

    for (const decide of [payment.credit, payment.refund]) await expect(decide()).rejects.toThrow();

    await payment.is('RETURNED', 0);
    await payment.holds(kind === 'surplus' ? 4950 : 0);
    expect((await ledger.differenceToBank()) - before).toBe(0);
    await payment.reported(700, suspenseReturnId(payment.exceptionId, 0, idOf));
    expect((await ledger.differenceToBank()) - before).toBe(0);
    expect(await ledger.parked()).toEqual([]);
    expect(ledger.violations.splice(0)).toHaveLength(1);
  },
);

test('our return that the bank makes after it refused it, reported by charges after a credit, is paid by the account', async () => {
  const before = await ledger.differenceToBank();
  const payment = await suspendedAtBank(ledger, 'unknown');
  await payment.refund();
  await payment.ours('FAILED');
  await payment.credit();
  await payment.madeAfterAll();

  await payment.reported(700, suspenseReturnId(payment.exceptionId, 0, idOf));

  await payment.holds(0);
  expect((await ledger.differenceToBank()) - before).toBe(0);
});

test.each<Kind>(['surplus', 'underpaid', 'unknown'])(
  'our return that the bank knows with another amount is reported, and leaves the books with that amount (%s)',
  async (kind) => {
    const before = await ledger.differenceToBank();
    const payment = await suspendedAtBank(ledger, kind);
    const learnOfReturn = payment.takenBack(200);
    await payment.askedBefore(500);

    await payment.refund();
    await payment.is('REFUNDING', 700);
    await learnOfReturn();
    await payment.ours('SETTLED');

    await payment.is('RETURNED', 0);
    await payment.holds(kind === 'surplus' ? 4950 : 0);
    await payment.reported(500, suspenseReturnId(payment.exceptionId, 0, idOf));
    await payment.holds(kind === 'surplus' ? 4950 : 0);
    expect((await ledger.differenceToBank()) - before).toBe(0);
    expect(ledger.violations.splice(0).map(({ found }) => found)).toEqual([
      '500 cents, PROCESSING',
      '500 cents, SETTLED',
    ]);
  },
);

test('a return that is decided again after one that the bank refused goes on under the next id', async () => {
  const payment = await suspendedAtBank(ledger, 'underpaid');
  const learnOfReturn = payment.takenBack(200);
  await payment.askedBefore(500);
  for (const one of payment.asked()) one.status = 'FAILED';

  await payment.refund();
  await learnOfReturn();
  await payment.refund();
  await payment.ours('SETTLED');

  await payment.is('REFUNDED', 500);
  await payment.holds(0);
  expect(ledger.violations.splice(0)).toEqual([]);
});
