import { z } from 'zod';
import { storable } from './fields.ts';

/** Who paid, as far as a bank reports it. */
export type Payer = {
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
    const name = nome?.replace(INVISIBLE, ' ').trim();
    return name && document ? { name, document } : undefined;
  })
  .nullish()
  .catch(undefined);

function maskedCpf(cpf: string): string | undefined {
  const [, second, third] = CPF.exec(cpf) ?? [];
  return second && `***.${second}.${third}-**`;
}

function maskedCnpj(cnpj: string): string | undefined {
  const [, third, branch] = CNPJ.exec(cnpj) ?? [];
  return third && `**.***.${third}/${branch}-**`;
}
