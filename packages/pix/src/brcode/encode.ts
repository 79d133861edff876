import { formatValor } from '../amount.ts';
import {
  BrCodeError,
  CITY_LENGTH_MAX,
  type DynamicBrCode,
  GUI,
  keepRule,
  NAME_LENGTH_MAX,
  NO_TXID,
} from './br-code.ts';
import { crc16, writeField } from './tlv.ts';

/** Its txid is not in it: 26 to 35 characters do not fit the field. */
type ChargeCode = Pick<
  DynamicBrCode,
  'pointOfInitiation' | 'url' | 'amountCents' | 'name' | 'city'
>;

/** Encodes the copy-and-paste code of a charge. Name and city are folded and truncated. */
export function encodeBrCode(code: ChargeCode): string {
  const body = [
    writeField('00', '01'),
    code.pointOfInitiation ? writeField('01', code.pointOfInitiation) : '',
    writeField('26', writeField('00', GUI) + writeField('25', keepRule('url', code.url))),
    writeField('52', '0000'),
    writeField('53', '986'),
    amount(code.amountCents),
    writeField('58', 'BR'),
    writeField('59', keepRule('name', merchantText(code.name, NAME_LENGTH_MAX))),
    writeField('60', keepRule('city', merchantText(code.city, CITY_LENGTH_MAX))),
    writeField('62', writeField('05', NO_TXID)),
    '6304',
  ].join('');
  return body + crc16(body);
}

function amount(cents: number | undefined): string {
  if (cents === undefined) return '';
  try {
    return writeField('54', formatValor(cents));
  } catch (cause) {
    throw new BrCodeError(`${cents} is not an amount in cents that a code can contain`, { cause });
  }
}

/** Letters and signs that Unicode does not decompose into ASCII and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'TH',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

/**
 * Folds text to printable ASCII and truncates it to `lengthMax`, so that one character is one byte in
 * a code. Characters without an ASCII form are removed; the result may be empty.
 */
export function merchantText(text: string, lengthMax: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => SPELLED[letter] ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .trimEnd();
}
