import type { Guard } from './guard.ts';

const test = 'test/histories/random-histories.test.ts';

/** What random histories of the whole system find. */
export const HISTORY_GUARDS: readonly Guard[] = [
  {
    name: 'the fee of a deposit is not credited',
    file: 'services/ledger/src/domain/deposit.ts',
    text: "{ account: 'fees', holderId: null, amountCents: feeCents },",
    replacement: 'available(accountId, feeCents),',
    test,
  },
];
