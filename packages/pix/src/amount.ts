/**
 * The Pix API writes money as decimal text; the code uses integer cents. Both conversions work digit
 * by digit, without floating-point numbers.
 */
export const VALUE_CENTS_MAX = 999_999_999_999;

const VALOR = /^\d{1,10}\.\d{2}$/;
const DECIMAL = /^(\d{1,13})(?:\.(\d{1,2}))?$/;

/** The `valor` of the Pix API: `123456` becomes `1234.56`. */
export function formatValor(cents: number): string {
  if (!Number.isInteger(cents) || cents < 0 || cents > VALUE_CENTS_MAX) {
    throw new RangeError(`${cents} is not an amount in cents between 0 and ${VALUE_CENTS_MAX}`);
  }
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses strictly what the Pix API allows: `\d{1,10}\.\d{2}`. */
export function parseValor(text: string): number {
  if (!VALOR.test(text)) throw new RangeError(`"${text}" is not a Pix amount like 1234.56`);
  return Number(text.replace('.', ''));
}

/** Parses a decimal with at most two places, as BR Codes and less strict banks write it. */
export function parseDecimal(text: string): number {
  const [, units, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (units === undefined) {
    throw new RangeError(`"${text}" is not an amount like 1234.56, with at most two decimals`);
  }
  return Number(units + fraction.padEnd(2, '0'));
}
