import type { Charge } from '../domain/charge.ts';
import { isNews, isPlain, type Settlement, type Sighting, settle } from '../domain/settle.ts';
import type { Ports, Source, Witness } from '../ports.ts';
import { askTwice } from './ask-twice.ts';

type Needs = Pick<Ports, 'bank' | 'payments' | 'transact' | 'now' | 'witness'>;

/**
 * The one way a charge moves: whatever the bank says of it, by whichever route, ends here. Each
 * payment counts once, by its endToEndId; status, payments and announcements commit together.
 */
export function confirmPayment({ bank, payments: known, transact, now, witness }: Needs) {
  const insist = askTwice({ bank });
  return async (seen: Charge, sighting: Sighting, source: Source): Promise<Charge> => {
    if (!isNews(seen, sighting, now())) return seen;
    const odd = isPlain(seen, sighting) ? [] : await known.unheardOf(sighting.payments);
    for (const payment of odd) await insist(payment);
    const settlement = await transact(async (tx) => {
      const locked = (await tx.lockCharge(seen.id)) ?? seen;
      const payments = await tx.unheardOf(sighting.payments);
      const settled = settle(locked, { ...sighting, payments }, now());
      await tx.record(settled, source);
      return settled;
    });
    tell(witness, settlement, source);
    return settlement.charge;
  };
}

function tell(witness: Witness, { before, charge, receipts }: Settlement, source: Source): void {
  if (before.status !== charge.status) witness.moved(before.status, charge.status, source);
  for (const { exception } of receipts) if (exception) witness.exception(exception.kind);
}
