import { z } from 'zod';
import { type Refund, readRefunds } from './refund.ts';
import { cents, instant, storable } from './response.ts';

/** A received payment. */
export type PixPayment = {
  readonly endToEndId: string;
  /** Absent when the payer used a bare key instead of a charge. */
  readonly txid?: string;
  readonly valueCents: number;
  readonly paidAt: Date;
  readonly payer?: Payer;
  readonly refunds: readonly Refund[];
  /** Problems of unreadable refunds of this payment. */
  readonly refundProblems: readonly string[];
};

/** Who paid, as far as a bank reports it. */
type Payer = {
  readonly name: string;
  /** Masked where it is read, so that the whole document is nowhere in the system. */
  readonly document: string;
};

const CPF = /^\d{3}(\d{3})(\d{3})\d{2}$/;
/** Since 2026 with letters in all but its check digits. */
const CNPJ = /^[\dA-Z]{5}([\dA-Z]{3})([\dA-Z]{4})\d{2}$/;
/** Control characters, and those that change the direction of a text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Not in the Central Bank's API, but what many banks add to it; anything else counts as absent. */
export const payerSchema = z
  .object({ nome: storable, cpf: storable, cnpj: storable })
  .transform(({ nome, cpf, cnpj }): Payer | undefined => {
    const document = maskedCpf(cpf ?? '') ?? maskedCnpj(cnpj?.toUpperCase() ?? '');
    // A bank may have cut the name within a character; Postgres stores no half of one.
    const name = nome?.toWellFormed().replace(INVISIBLE, ' ').trim();
    return name && document ? { name, document } : undefined;
  })
  .nullish()
  .catch(undefined);

export const paymentSchema = z
  .object({
    endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
    txid: storable,
    valor: cents,
    horario: instant,
    pagador: payerSchema,
    devolucoes: z.unknown().optional(),
  })
  .transform(({ endToEndId, txid, valor, horario, pagador, devolucoes }): PixPayment => {
    const { refunds, problems } = readRefunds(devolucoes);
    return {
      endToEndId,
      valueCents: valor,
      paidAt: horario,
      refunds,
      refundProblems: problems,
      ...(txid && { txid }),
      ...(pagador && { payer: pagador }),
    };
  });

function maskedCpf(cpf: string): string | undefined {
  const [, second, third] = CPF.exec(cpf) ?? [];
  return second && `***.${second}.${third}-**`;
}

function maskedCnpj(cnpj: string): string | undefined {
  const [, third, branch] = CNPJ.exec(cnpj) ?? [];
  return third && `**.***.${third}/${branch}-**`;
}
