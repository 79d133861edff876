import type { Charge } from './charge.ts';
import type { Payment } from './payment.ts';

type Order = { readonly valueCents: number; readonly times: number };

/** The payments that one payer makes of one charge. */
export function paymentsOf(
  charge: Charge,
  { valueCents, times }: Order,
  paidAt: Date,
  newEndToEndId: (paidAt: Date) => string,
): readonly Payment[] {
  return Array.from({ length: times }, () => ({
    endToEndId: newEndToEndId(paidAt),
    txid: charge.txid,
    pixKey: charge.pixKey,
    valueCents,
    paidAt,
    refunds: [],
  }));
}
