/**
 * Arrays as statement parameters, in Postgres' binary format. As text each element would be quoted
 * here and parsed there, which for a large batch costs more than everything else.
 */
type Form<T> = {
  readonly elementOid: number;
  readonly sizeOf: (value: T) => number;
  readonly write: (into: Buffer, value: T, offset: number) => void;
};

export const uuidArray: (values: readonly (string | null)[]) => Buffer = arrayOf({
  elementOid: 2950,
  sizeOf: () => 16,
  write: writeUuid,
});

export const bigintArray: (values: readonly (number | null)[]) => Buffer = arrayOf({
  elementOid: 20,
  sizeOf: () => 8,
  write: writeInt64,
});

export const integerArray: (values: readonly number[]) => Buffer = arrayOf({
  elementOid: 23,
  sizeOf: () => 4,
  write: (into, value: number, offset) => into.writeInt32BE(value, offset),
});

export const textArray: (values: readonly (string | null)[]) => Buffer = arrayOf({
  elementOid: 25,
  sizeOf: (value: string) => Buffer.byteLength(value),
  write: (into, value, offset) => into.write(value, offset),
});

export const byteaArray: (values: readonly (Buffer | null)[]) => Buffer = arrayOf({
  elementOid: 17,
  sizeOf: (value: Buffer) => value.length,
  write: (into, value, offset) => into.set(value, offset),
});

/** Postgres counts microseconds, from the year 2000 on. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

export const timestamptzArray: (values: readonly (Date | null)[]) => Buffer = arrayOf({
  elementOid: 1184,
  sizeOf: () => 8,
  // Before 1714 and after 2285 a number does not hold the microseconds.
  write: (into, value: Date, offset) =>
    void into.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1_000n, offset),
});

const JSONB_VERSION = 1;

/** Of texts that are JSON already. */
export const jsonbArray: (values: readonly string[]) => Buffer = arrayOf({
  elementOid: 3802,
  sizeOf: (value: string) => 1 + Buffer.byteLength(value),
  write(into, value, offset) {
    into[offset] = JSONB_VERSION;
    into.write(value, offset + 1);
  },
});

const HEADER_SIZE = 20;
const LENGTH_SIZE = 4;
const NULL_LENGTH = -1;

function arrayOf<T>({ elementOid, sizeOf, write }: Form<T>) {
  return (values: readonly (T | null)[]): Buffer => {
    const sizes = values.map((value) => (value === null ? NULL_LENGTH : sizeOf(value)));
    const size = sizes.reduce((sum, own) => sum + LENGTH_SIZE + Math.max(0, own), HEADER_SIZE);
    const into = Buffer.allocUnsafe(size);
    const hasNulls = sizes.includes(NULL_LENGTH);
    const header = [1, hasNulls ? 1 : 0, elementOid, values.length, 1];
    header.forEach((field, index) => {
      into.writeInt32BE(field, index * LENGTH_SIZE);
    });
    let offset = HEADER_SIZE;
    values.forEach((value, index) => {
      const own = sizes[index] ?? NULL_LENGTH;
      into.writeInt32BE(own, offset);
      offset += LENGTH_SIZE;
      if (value === null) return;
      write(into, value, offset);
      offset += own;
    });
    return into;
  };
}

function writeInt64(into: Buffer, value: number, offset: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
  into.writeInt32BE(Math.floor(value / 2 ** 32), offset);
  into.writeInt32BE(value | 0, offset + 4);
}

const DASH = 0x2d;
/** What each character code is worth as a hexadecimal digit. */
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? 0xff : digit;
});

function writeUuid(into: Buffer, uuid: string, offset: number): void {
  let end = offset;
  for (let at = 0; at < uuid.length; at += 2) {
    if (uuid.charCodeAt(at) === DASH) at += 1;
    const high = NIBBLES[uuid.charCodeAt(at)] ?? 0xff;
    const low = NIBBLES[uuid.charCodeAt(at + 1)] ?? 0xff;
    if ((high | low) > 0xf || end === offset + 16) throw new TypeError(`not a UUID: ${uuid}`);
    into[end] = (high << 4) | low;
    end += 1;
  }
  if (end !== offset + 16) throw new TypeError(`not a UUID: ${uuid}`);
}
