import { formatValor } from '@entrada/pix/amount';
import type { Payment } from './charge.ts';

/** A payment as the Pix API writes it, in replies and in callbacks alike. */
export function toPix({ endToEndId, txid, valueCents, pixKey, paidAt }: Payment) {
  return {
    endToEndId,
    txid,
    valor: formatValor(valueCents),
    chave: pixKey,
    horario: paidAt.toISOString(),
  };
}
