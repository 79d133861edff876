import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Pool } from 'pg';

/** How numbers of rows look to one account. */
export type AccountIds = {
  encode(number: number): string;
  /** Null for what `encode` did not return for this account. */
  decode(text: string): number | null;
};
export type PublicIds = (accountId: string) => AccountIds;

const CIPHER = 'aes-256-ecb';
const BLOCK_BYTES = 16;
/** The number is in the second half of a block; a text that was made up does not decode to zeros in the first. */
const NUMBER_AT = 8;
/** A block in hex. */
export const PUBLIC_ID = /[0-9a-f]{32}/;
const WHOLE = new RegExp(`^${PUBLIC_ID.source}$`);

/** Reads the key that a migration made. */
export async function openPublicIds(pool: Pool, kind: string): Promise<PublicIds> {
  const { rows } = await pool.query<{ key: Buffer }>('select key from public_id_key');
  const [row] = rows;
  if (!row) throw new Error('public_id_key has no row');
  return publicIds(row.key, kind);
}

/**
 * Numbers as single blocks of a cipher, under a key for each kind and account: an id says nothing
 * about the number, and means nothing to another account.
 */
export function publicIds(key: Buffer, kind: string): PublicIds {
  return (accountId) => {
    const own = createHmac('sha256', key).update(`${kind}:${accountId}`).digest();
    return {
      encode(number) {
        const block = Buffer.alloc(BLOCK_BYTES);
        block.writeBigUInt64BE(BigInt(number), NUMBER_AT);
        return createCipheriv(CIPHER, own, null).update(block).toString('hex');
      },
      decode(text) {
        if (!WHOLE.test(text)) return null;
        const decipher = createDecipheriv(CIPHER, own, null).setAutoPadding(false);
        const plain = decipher.update(text, 'hex');
        if (plain.readBigUInt64BE(0) !== 0n) return null;
        const number = Number(plain.readBigUInt64BE(NUMBER_AT));
        return Number.isSafeInteger(number) ? number : null;
      },
    };
  };
}
