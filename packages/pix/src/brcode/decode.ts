import { parseDecimal } from '../amount.ts';
import {
  type BrCode,
  BrCodeError,
  CODE_LENGTH_MAX,
  type DynamicBrCode,
  GUI,
  keepRule,
  NO_TXID,
  type RecurrenceBrCode,
  type StaticBrCode,
} from './br-code.ts';
import { crc16, type Fields, readFields } from './tlv.ts';

const CRC_LENGTH = 4;
const CRC_HEADER = '6304';

/**
 * Decodes a copy-and-paste code strictly. Any change of one character is detected: the text must be
 * printable ASCII, so that every such change is a burst error, which the CRC always detects.
 */
export function decodeBrCode(text: string): BrCode {
  refuseDamage(text);
  const fields = readFields(text);
  if (!text.startsWith('000201')) throw new BrCodeError('The code must start with 000201');
  expectField(fields, '53', '986', 'the currency must be 986 (real)');
  expectField(fields, '58', 'BR', 'the country must be BR');

  const common = {
    name: keepRule('name', need(fields, '59', 'merchant name')),
    city: keepRule('city', need(fields, '60', 'merchant city')),
    ...kept('postalCode', fields.get('61')),
    ...category(need(fields, '52', 'merchant category')),
    ...initiation(fields.get('01')),
    ...amount(fields.get('54')),
    ...recurrence(fields),
  };
  return { ...common, ...payee(pixAccount(fields), txid(fields), common.recurrenceUrl) };
}

function refuseDamage(text: string): void {
  if (text.length > CODE_LENGTH_MAX) {
    throw new BrCodeError(`The code has ${text.length} characters, more than ${CODE_LENGTH_MAX}`);
  }
  const position = text.search(/[^\x20-\x7e]/);
  if (position >= 0) {
    throw new BrCodeError(`The character at position ${position + 1} is not printable ASCII`);
  }
  const body = text.slice(0, -CRC_LENGTH);
  if (!body.endsWith(CRC_HEADER)) throw new BrCodeError('The code must end with 6304 and a CRC');
  const found = text.slice(-CRC_LENGTH);
  const expected = crc16(body);
  if (found !== expected) {
    throw new BrCodeError(`The CRC is ${found} but should be ${expected}: the code was modified`);
  }
}

/** The one template of 26 to 51 that belongs to Pix; other schemes may be present as well. */
function pixAccount(fields: Fields): Fields {
  const accounts: Fields[] = [];
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue;
    const account = readFields(value, `${id}-`);
    if (isPix(account)) accounts.push(account);
  }
  const [account] = accounts;
  if (account === undefined) throw new BrCodeError('The code has no Pix account (26 to 51)');
  if (accounts.length > 1) throw new BrCodeError('The code has more than one Pix account');
  return account;
}

type Payee =
  | Pick<StaticBrCode, 'kind' | 'key' | 'additionalInfo' | 'withdrawalIspb' | 'txid'>
  | Pick<DynamicBrCode, 'kind' | 'url'>
  | Pick<RecurrenceBrCode, 'kind' | 'recurrenceUrl'>;

function payee(account: Fields, txid: string | undefined, recurrenceUrl?: string): Payee {
  const key = account.get('01');
  const url = account.get('25');
  if (key !== undefined && url !== undefined) {
    throw new BrCodeError('The code has both a Pix key and a location; it must have one of them');
  }
  if (key !== undefined) {
    return {
      kind: 'static',
      key: keepRule('key', key),
      ...kept('additionalInfo', account.get('02')),
      ...kept('withdrawalIspb', account.get('03')),
      ...(txid === undefined ? {} : { txid }),
    };
  }
  if (account.has('02') || account.has('03')) {
    throw new BrCodeError('Fields 26-02 and 26-03 belong only to a code with a Pix key');
  }
  if (url !== undefined) return { kind: 'dynamic', url: keepRule('url', url) };
  if (recurrenceUrl !== undefined) return { kind: 'recurrence', recurrenceUrl };
  throw new BrCodeError('The code has neither a Pix key nor a location');
}

function recurrence(fields: Fields): { recurrenceUrl?: string } {
  for (const [id, value] of fields) {
    if (id < '80') continue;
    if (!value.toLowerCase().startsWith(`0014${GUI}`)) continue;
    const url = readFields(value, `${id}-`).get('25');
    if (url !== undefined) return { recurrenceUrl: keepRule('url', url) };
  }
  return {};
}

/** Validated for every code; ignored in a dynamic one, because banks put a truncated txid there. */
function txid(fields: Fields): string | undefined {
  const additional = fields.get('62');
  const label = additional === undefined ? undefined : readFields(additional, '62-').get('05');
  return label === undefined || label === NO_TXID ? undefined : keepRule('txid', label);
}

function amount(text: string | undefined): { amountCents?: number } {
  return text === undefined ? {} : { amountCents: parseDecimal(keepRule('amount', text)) };
}

function category(text: string): { merchantCategory?: string } {
  return keepRule('merchantCategory', text) === '0000' ? {} : { merchantCategory: text };
}

function initiation(text: string | undefined): { pointOfInitiation?: '11' | '12' } {
  if (text === undefined) return {};
  return { pointOfInitiation: keepRule('pointOfInitiation', text) === '11' ? '11' : '12' };
}

function kept<Name extends Parameters<typeof keepRule>[0]>(name: Name, value: string | undefined) {
  const found = value === undefined ? {} : { [name]: keepRule(name, value) };
  return found as { [Key in Name]?: string };
}

function isPix(account: Fields): boolean {
  return account.get('00')?.toLowerCase() === GUI;
}

function need(fields: Fields, id: string, what: string): string {
  const value = fields.get(id);
  if (value === undefined) throw new BrCodeError(`The ${what} (field ${id}) is missing`);
  return value;
}

function expectField(fields: Fields, id: string, expected: string, says: string): void {
  if (fields.get(id) !== expected) throw new BrCodeError(`Field ${id}: ${says}`);
}
