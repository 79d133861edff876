import { payerSchema } from './payer.ts';

test.each([
  ['a person', { nome: 'Maria Silva', cpf: '12345678909' }, 'Maria Silva', '***.456.789-**'],
  ['a company', { nome: 'Loja', cnpj: '12345678000190' }, 'Loja', '**.***.678/0001-**'],
])('of %s only the middle of the document is kept', (_what, pagador, name, document) => {
  const payer = payerSchema.parse(pagador);
  expect(payer).toEqual({ name, document });
});

test.each([
  [undefined],
  [null],
  ['Maria'],
  [[]],
  [{}],
  [{ nome: 'Maria' }],
  [{ cpf: '12345678909' }],
  [{ nome: 'Maria', cpf: '1234' }],
  [{ nome: 'Maria', cpf: 12345678909 }],
  [{ nome: 'a\0b', cpf: '12345678909' }],
])('%j is no payer, and no error', (pagador) => {
  expect(payerSchema.parse(pagador) ?? undefined).toBeUndefined();
});
