import { formatValor } from '../amount.ts';
import {
  type BrCode,
  BrCodeError,
  CITY_LENGTH_MAX,
  CODE_LENGTH_MAX,
  GUI,
  keepRule,
  NAME_LENGTH_MAX,
  NO_TXID,
} from './br-code.ts';
import { crc16, writeField } from './tlv.ts';

/** Encodes a copy-and-paste code. Name and city are folded and truncated; other fields must be valid. */
export function encodeBrCode(code: BrCode): string {
  const body = [
    writeField('00', '01'),
    optional('01', code.pointOfInitiation, 'pointOfInitiation'),
    writeField('26', account(code)),
    writeField('52', keepRule('merchantCategory', code.merchantCategory ?? '0000')),
    writeField('53', '986'),
    amount(code.amountCents),
    writeField('58', 'BR'),
    writeField('59', keepRule('name', merchantText(code.name, NAME_LENGTH_MAX))),
    writeField('60', keepRule('city', merchantText(code.city, CITY_LENGTH_MAX))),
    optional('61', code.postalCode, 'postalCode'),
    writeField('62', writeField('05', txid(code))),
    recurrence(code.recurrenceUrl),
    '6304',
  ].join('');
  const text = body + crc16(body);
  if (text.length > CODE_LENGTH_MAX) {
    throw new BrCodeError(`The code has ${text.length} characters, more than ${CODE_LENGTH_MAX}`);
  }
  return text;
}

function account(code: BrCode): string {
  const gui = writeField('00', GUI);
  switch (code.kind) {
    case 'static':
      return [
        gui,
        writeField('01', keepRule('key', code.key)),
        optional('02', code.additionalInfo, 'additionalInfo'),
        optional('03', code.withdrawalIspb, 'withdrawalIspb'),
      ].join('');
    case 'dynamic':
      return gui + writeField('25', keepRule('url', code.url));
    case 'recurrence':
      return gui;
  }
}

/** A dynamic code never carries its txid: 26 to 35 characters do not fit the field. */
function txid(code: BrCode): string {
  if (code.kind !== 'static' || code.txid === undefined) return NO_TXID;
  return keepRule('txid', code.txid);
}

function amount(cents: number | undefined): string {
  if (cents === undefined) return '';
  try {
    return writeField('54', formatValor(cents));
  } catch (cause) {
    throw new BrCodeError(`${cents} is not an amount in cents that a code can contain`, { cause });
  }
}

function recurrence(url: string | undefined): string {
  if (url === undefined) return '';
  return writeField('80', writeField('00', GUI) + writeField('25', keepRule('url', url)));
}

function optional(
  id: string,
  value: string | undefined,
  rule: Parameters<typeof keepRule>[0],
): string {
  return value === undefined ? '' : writeField(id, keepRule(rule, value));
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
