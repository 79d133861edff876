import { EntradaError } from '@entrada/client/entrada-error';
import { fieldErrorText } from './error-text.ts';
import { pt } from './pt.ts';

type Facts = ConstructorParameters<typeof EntradaError>[1];

function textOf(code: Facts['code'], problem: EntradaError['fields'][number]): string {
  const error = new EntradaError('x', { status: 400, code, fields: [problem] });
  return fieldErrorText(error, problem, pt);
}

const field = { field: 'name', message: 'must have 1 to 80 characters' } as const;

test('what is wrong with a field is said in the language of the page', () => {
  expect(textOf('invalid_request', { ...field, code: 'wrong_length' })).toBe(
    'Está vazio, curto ou longo demais.',
  );
});

test('a code of the whole error says more than the one of the field', () => {
  expect(textOf('external_id_conflict', { ...field, code: 'invalid' })).toBe(
    'Este externalId já foi usado em outro depósito.',
  );
});

test('a code of a newer server is shown in its own words', () => {
  expect(textOf('invalid_request', { ...field, code: 'too_blue' })).toBe(field.message);
});
