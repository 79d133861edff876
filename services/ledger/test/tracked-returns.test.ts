import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { suspendedAtBank } from './suspended-at-bank.ts';

let ledger: LedgerAtBank;
beforeAll(async () => {
  ledger = await ledgerAtBank();
});
afterAll(() => ledger[Symbol.asyncDispose]());

test.each(['SETTLED', 'FAILED'] as const)(
  'the account of a return that ends as %s is noted once, so that open pages read again',
  async (status) => {
    const suspended = await suspendedAtBank(ledger, 'underpaid');
    const { holderId } = await suspended.refund();
    const noted: string[] = [];
    const track = async () => {
      await ledger.db.query('update suspended_payment set ask_at = now()');
      await ledger.app.trackReturns((accountIds) => noted.push(...accountIds));
    };
    await track();
    expect(noted).toEqual([]);

    for (const one of suspended.asked()) one.status = status;
    await track();
    await track();

    expect(noted).toEqual([holderId]);
  },
);
