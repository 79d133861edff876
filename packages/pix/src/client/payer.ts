import { z } from 'zod';
import { storable } from './fields.ts';

/** Who paid, as far as a bank reports it. */
export type Payer = {
  readonly name: string;
  /** Masked where it is read, so that the whole document is nowhere in the system. */
  readonly document: string;
};

const CPF = /^\d{3}(\d{3})(\d{3})\d{2}$/;
const CNPJ = /^\d{5}(\d{3})(\d{4})\d{2}$/;

/** Not in the Central Bank's API, but what many banks add to it; anything else counts as absent. */
export const payerSchema = z
  .object({ nome: storable, cpf: storable, cnpj: storable })
  .transform(({ nome, cpf, cnpj }): Payer | undefined => {
    const document = maskedCpf(cpf ?? '') ?? maskedCnpj(cnpj ?? '');
    return nome && document ? { name: nome, document } : undefined;
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
