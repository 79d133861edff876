import { z } from 'zod';
import { cents, instant, present, storable } from './fields.ts';
import { type Payer, payerSchema } from './payer.ts';
import { type Refund, readRefunds } from './refund.ts';

/** A received payment. */
export type PixPayment = {
  readonly endToEndId: string;
  /** Absent when the payer used a bare key instead of a charge. */
  readonly txid?: string;
  readonly valueCents: number;
  readonly paidAt: Date;
  readonly pixKey?: string;
  readonly payer?: Payer;
  readonly refunds: readonly Refund[];
  /** Problems of unreadable refunds of this payment. */
  readonly refundProblems: readonly string[];
};

export const paymentSchema = z
  .object({
    endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
    txid: storable,
    valor: cents,
    horario: instant,
    chave: present,
    pagador: payerSchema,
    devolucoes: z.unknown().optional(),
  })
  .transform(({ endToEndId, txid, valor, horario, chave, pagador, devolucoes }): PixPayment => {
    const { refunds, problems } = readRefunds(devolucoes);
    return {
      endToEndId,
      valueCents: valor,
      paidAt: horario,
      refunds,
      refundProblems: problems,
      ...(txid && { txid }),
      ...(chave && { pixKey: chave }),
      ...(pagador && { payer: pagador }),
    };
  });
