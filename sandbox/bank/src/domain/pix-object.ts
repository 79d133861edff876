import { formatValor } from '@entrada/pix/amount';
import type { Payment } from './payment.ts';
import type { Refund } from './refund.ts';

/** Every payer here; banks add it to the API of the Central Bank. */
const PAYER = { cpf: '12345678909', nome: 'Maria da Silva' };

/** A payment as the Pix API writes it, in replies and in callbacks alike. */
export function toPix({ endToEndId, txid, valueCents, pixKey, paidAt, refunds }: Payment) {
  return {
    endToEndId,
    ...(txid === null ? {} : { txid }),
    valor: formatValor(valueCents),
    chave: pixKey,
    horario: paidAt.toISOString(),
    pagador: PAYER,
    ...(refunds.length === 0 ? {} : { devolucoes: refunds.map(toDevolucao) }),
  };
}

export function toDevolucao(refund: Refund) {
  const { id, rtrId, valueCents, natureza, status, requestedAt, settledAt } = refund;
  return {
    id,
    rtrId,
    valor: formatValor(valueCents),
    natureza,
    horario: {
      solicitacao: requestedAt.toISOString(),
      ...(settledAt === null ? {} : { liquidacao: settledAt.toISOString() }),
    },
    status,
    ...(status === 'NAO_REALIZADO' ? { motivo: 'The payer’s bank sent it back.' } : {}),
  };
}
