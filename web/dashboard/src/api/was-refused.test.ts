import { EntradaError } from '@entrada/client/entrada-error';
import { wasRefused } from './was-refused.ts';

const error = (status: number, code: string) =>
  new EntradaError('x', { status, code } as ConstructorParameters<typeof EntradaError>[1]);

describe('a form takes another Idempotency-Key', () => {
  test.each([
    [422, 'value_out_of_range'],
    [409, 'insufficient_balance'],
    [400, 'invalid_request'],
  ])('after a refusal: %i %s', (status, code) => {
    expect(wasRefused(error(status, code))).toBe(true);
  });

  test.each([
    [0, 'network_error'],
    [0, 'client_timeout'],
    [409, 'idempotency_in_progress'],
    [422, 'idempotency_key_reused'],
    [500, 'internal_error'],
    [503, 'unavailable'],
  ])('but never when the first attempt may have been carried out: %i %s', (status, code) => {
    expect(wasRefused(error(status, code))).toBe(false);
  });

  test('and not for an error that is no reply', () => {
    expect(wasRefused(new TypeError('bug'))).toBe(false);
  });
});
