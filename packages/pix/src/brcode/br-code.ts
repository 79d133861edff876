/** The message says in one sentence what is invalid about a code or about the data to encode. */
export class BrCodeError extends Error {
  override readonly name = 'BrCodeError';
}

/** Fields of every code. */
type CommonFields = {
  readonly name: string;
  readonly city: string;
  readonly postalCode?: string;
  /** Four digits; `0000`, the default, means unknown. */
  readonly merchantCategory?: string;
  /** `12` is meant for one payment, `11` for many; many banks omit it. */
  readonly pointOfInitiation?: '11' | '12';
  /** In a dynamic code only informative: the amount due is stored at its location. */
  readonly amountCents?: number;
  /** Address of a recurring authorisation offered next to, or instead of, the payment. */
  readonly recurrenceUrl?: string;
};

/** Pays a Pix key directly. */
export type StaticBrCode = CommonFields & {
  readonly kind: 'static';
  readonly key: string;
  readonly additionalInfo?: string;
  /** ISPB of the institution that pays cash (Pix Saque). */
  readonly withdrawalIspb?: string;
  readonly txid?: string;
};

/** Points to a charge at the receiver's bank; `url` has no scheme. */
export type DynamicBrCode = CommonFields & { readonly kind: 'dynamic'; readonly url: string };

/** Offers only a recurring authorisation. */
export type RecurrenceBrCode = CommonFields & {
  readonly kind: 'recurrence';
  readonly recurrenceUrl: string;
};

export type BrCode = StaticBrCode | DynamicBrCode | RecurrenceBrCode;

export const GUI = 'br.gov.bcb.pix';
export const NO_TXID = '***';
export const CODE_LENGTH_MAX = 512;
export const NAME_LENGTH_MAX = 25;
export const CITY_LENGTH_MAX = 15;

/** Encoding and decoding use the same rules, so that every encoded code can be decoded. */
export const RULES = {
  key: { pattern: /^[\x21-\x7e]{1,77}$/, says: 'a Pix key has 1 to 77 characters and no spaces' },
  additionalInfo: {
    pattern: /^[\x20-\x7e]{1,72}$/,
    says: 'additional information has 1 to 72 printable characters',
  },
  withdrawalIspb: { pattern: /^\d{8}$/, says: 'the ISPB has 8 digits' },
  url: {
    pattern: /^(?![a-z][a-z0-9+.-]*:\/\/)[\x21-\x7e]{1,77}$/i,
    says: 'a location has 1 to 77 characters, no spaces and no scheme such as https://',
  },
  merchantCategory: { pattern: /^\d{4}$/, says: 'the merchant category has 4 digits' },
  pointOfInitiation: { pattern: /^1[12]$/, says: 'the point of initiation is 11 or 12' },
  amount: {
    pattern: /^(?=.{1,13}$)\d+(\.\d{1,2})?$/,
    says: 'the amount is written like 1234.56 in at most 13 characters',
  },
  name: { pattern: /^[\x20-\x7e]{1,25}$/, says: 'the merchant name has 1 to 25 characters' },
  city: { pattern: /^[\x20-\x7e]{1,15}$/, says: 'the merchant city has 1 to 15 characters' },
  postalCode: { pattern: /^[\x20-\x7e]{1,10}$/, says: 'the postal code has 1 to 10 characters' },
  txid: {
    pattern: /^[A-Za-z0-9]{1,25}$/,
    says: 'the txid has 1 to 25 letters and digits, or is ***',
  },
} as const;

/** Returns the value if it satisfies the named rule; the error quotes the rule. */
export function keepRule(rule: keyof typeof RULES, value: string): string {
  const { pattern, says } = RULES[rule];
  if (!pattern.test(value)) throw new BrCodeError(`"${value}" is not valid: ${says}`);
  return value;
}

/** Removes characters that copying adds and that no code contains; inner spaces are data. */
export function cleanPasted(text: string): string {
  return text.replace(/[\r\n\t\u200b-\u200d\u2060\ufeff]/g, '').trim();
}
