import type { RestorableSystem } from './restorable-system.ts';

type Queryable = Pick<RestorableSystem, 'query'>;

/** Lets the minute pass in which a payment without a charge may be one whose charge is just being stored. */
export async function passDoubt({ query }: Queryable): Promise<void> {
  await query(
    'charges',
    `update unclear_payment set next_attempt_at = now() where resolved_at is null and attempts = 0`,
  );
}

/** Lets the half minute pass after which the ledger asks the bank how returns of suspended payments ended. */
export async function passReturnTime({ query }: Queryable): Promise<void> {
  await query(
    'ledger',
    `update suspended_payment set ask_at = now() where resolution = 'REFUNDING'`,
  );
}
