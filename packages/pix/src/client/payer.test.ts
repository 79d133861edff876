import { payerSchema } from './payment.ts';

test.each([
  ['a person', { nome: 'Maria Silva', cpf: '12345678909' }, 'Maria Silva', '***.456.789-**'],
  ['a company', { nome: 'Loja', cnpj: '12345678000190' }, 'Loja', '**.***.678/0001-**'],
  [
    'a company with letters',
    { nome: 'Loja', cnpj: '12ABC34501DE35' },
    'Loja',
    '**.***.345/01DE-**',
  ],
  ['one in small letters', { nome: 'Loja', cnpj: '12abc34501de35' }, 'Loja', '**.***.345/01DE-**'],
])('of %s only the middle of the document is kept', (_what, pagador, name, document) => {
  const payer = payerSchema.parse(pagador);
  expect(payer).toEqual({ name, document });
});

test.each([
  ['Maria\r\nSilva', 'Maria Silva'],
  ['\u001b[31mMaria\u0007', '[31mMaria'],
  ['Maria\u202eavliS', 'Maria avliS'],
  ['Maria\u2028Silva\u0085', 'Maria Silva'],
  ['Maria \ud83d', 'Maria \ufffd'],
])('the name %j is kept without what cannot be seen', (nome, name) => {
  expect(payerSchema.parse({ nome, cpf: '12345678909' })?.name).toBe(name);
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
  [{ nome: '\u200b\n', cpf: '12345678909' }],
  [{ nome: 'Loja', cnpj: '12345678000AB0' }],
])('%j is no payer, and no error', (pagador) => {
  expect(payerSchema.parse(pagador) ?? undefined).toBeUndefined();
});
