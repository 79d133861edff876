import { type Charge, ChargeStatus } from '../domain/charge.ts';
import { priceOf } from '../domain/fee.ts';
import { type Cents, withinLimits } from '../domain/money.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<
  Ports,
  'charges' | 'bank' | 'now' | 'newChargeIds' | 'feePlan' | 'limits' | 'expiresInSeconds'
>;

/** One bank call, one commit. The code is revealed only after the commit, so none can be orphaned. */
export function createCharge(needs: Needs) {
  const { charges, bank, now, newChargeIds, feePlan, limits, expiresInSeconds } = needs;
  return async (input: { accountId: string; value: Cents }): Promise<Charge> => {
    const price = priceOf(withinLimits(input.value, limits), feePlan);
    // A fee on top makes the payer pay more than was asked for, and the bank's limit is on that.
    withinLimits(price.value, limits);
    const ids = newChargeIds();
    const createdAt = now();
    const emv = await bank.open({ txid: ids.txid, value: price.value, expiresInSeconds });
    const charge: Charge = {
      ...ids,
      ...price,
      emv,
      accountId: input.accountId,
      status: ChargeStatus.Pending,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1000),
    };
    await charges.insert(charge);
    return charge;
  };
}
