/** What the Pix API can carry. */
const DIGITS_MAX = 12;
const CENTS_DIGITS = 2;
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/**
 * Typed from the right: every digit moves the others, as on a payment terminal. Digits of other
 * scripts are taken as what they mean, and shown as ours at once.
 */
export function centsOfTyped(text: string): number | null {
  const digits = latinDigits(text).replace(/\D/g, '').replace(/^0+/, '').slice(0, DIGITS_MAX);
  return digits === '' ? null : Number(digits);
}

/**
 * An amount in reais as people and programs write it: "R$ 1.234,56", "1,234.56", "1234.56", "1234".
 * The last separator divides the cents if at most two digits follow it. Null: not an amount.
 */
export function centsOfPasted(text: string): number | null {
  const bare = latinDigits(text).replace(/R\$|BRL|\s/gi, '');
  const [, whole = '', cents = ''] = /^([\d.,]*?)(?:[.,](\d{0,2}))?$/.exec(bare) ?? [];
  const digits = ungrouped(whole);
  if (digits === null || (digits === '' && cents === '')) return null;
  const all = `${digits}${cents.padEnd(CENTS_DIGITS, '0')}`.replace(/^0+(?=\d)/, '');
  return all.length > DIGITS_MAX ? null : Number(all);
}

/** Without its thousands separators, of which there is one kind; null when they are misplaced. */
function ungrouped(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  return /^\d{1,3}(\.\d{3})+$|^\d{1,3}(,\d{3})+$/.test(whole) ? whole.replace(/[.,]/g, '') : null;
}

/** Arabic, Persian, Devanagari and full-width digits. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
