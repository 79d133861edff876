import type { Charge } from '../domain/charge.ts';
import { isNews, type Sighting, settle } from '../domain/settle.ts';
import type { Ports, Source } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'now' | 'witness'>;

/**
 * The one way a charge moves: whatever the bank says of it, by whichever route, ends here. Each
 * payment counts once, by its endToEndId; status, payments and announcements commit together.
 */
export function confirmPayment({ transact, now, witness }: Needs) {
  return async (known: Charge, sighting: Sighting, source: Source): Promise<Charge> => {
    if (!isNews(known, sighting, now())) return known;
    const { before, charge, receipts } = await transact(async (tx) => {
      const locked = (await tx.lockCharge(known.id)) ?? known;
      const payments = await tx.unheardOf(sighting.payments);
      const settlement = settle(locked, { ...sighting, payments }, now());
      await tx.record(settlement, source);
      return settlement;
    });
    if (before.status !== charge.status) witness.moved(before.status, charge.status, source);
    for (const { exception } of receipts) if (exception) witness.exception(exception.kind);
    return charge;
  };
}
