import { BrCodeError } from './br-code.ts';

/** Values by two-digit identifier, at one level of a code. */
export type Fields = ReadonlyMap<string, string>;

const VALUE_LENGTH_MAX = 99;
const HEADER = /^\d{4}$/;

/** Writes one field: identifier, length, value. A value that is too long is rejected, not truncated. */
export function writeField(id: string, value: string): string {
  if (value.length === 0 || value.length > VALUE_LENGTH_MAX) {
    throw new BrCodeError(`Field ${id} must have 1 to ${VALUE_LENGTH_MAX} characters`);
  }
  return id + String(value.length).padStart(2, '0') + value;
}

/** Splits a text into its fields; `where` names the enclosing template in errors. */
export function readFields(text: string, where = ''): Fields {
  const fields = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const header = text.slice(position, position + 4);
    if (!HEADER.test(header)) {
      throw new BrCodeError(`"${header}" is not the start of a field${inside(where)}`);
    }
    const id = header.slice(0, 2);
    const end = position + 4 + Number(header.slice(2));
    if (end > text.length)
      throw new BrCodeError(`Field ${where}${id} is longer than the rest of the code`);
    if (fields.has(id)) throw new BrCodeError(`Field ${where}${id} appears twice`);
    fields.set(id, text.slice(position + 4, end));
    position = end;
  }
  return fields;
}

function inside(where: string): string {
  return where === '' ? '' : ` inside ${where.slice(0, -1)}`;
}

const POLYNOMIAL = 0x1021;
const INITIAL = 0xffff;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 0x8000 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  }
  return remainder & 0xffff;
});

/** CRC-16/CCITT-FALSE over the text's UTF-8 bytes, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = INITIAL;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0);
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
