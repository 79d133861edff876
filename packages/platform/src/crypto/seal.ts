import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES_MAX = 255;

type Sealing = {
  readonly key: Buffer;
  /** Stored unencrypted, so that keys can be rotated while rows of old keys are still read. */
  readonly keyId: string;
  /** The row that the secret belongs to, such as `table/<id>`: it cannot be opened for another row. */
  readonly aad: string;
};
type Opening = {
  readonly keys: Readonly<Record<string, Buffer>>;
  readonly aad: string;
};

/** Contains neither the plaintext nor which part of the sealed value was invalid. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** version (1) · length of key id (1) · key id · nonce (12) · ciphertext · tag (16) */
export function seal(plaintext: Buffer, { key, keyId, aad }: Sealing): Buffer {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  const header = sealedPrefix(keyId);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([header, Buffer.from(aad)]));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]);
}

/** What everything that is sealed with this key begins with. */
function sealedPrefix(keyId: string): Buffer {
  const id = Buffer.from(keyId);
  if (id.length === 0 || id.length > KEY_ID_BYTES_MAX) {
    throw new RangeError(`a key id has 1 to ${KEY_ID_BYTES_MAX} bytes`);
  }
  return Buffer.concat([Buffer.from([VERSION, id.length]), id]);
}

export function open(sealed: Buffer, { keys, aad }: Opening): Buffer {
  const { header, keyId, nonce, ciphertext, tag } = takeApart(sealed);
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (!key) throw new CannotOpen('sealed with an unknown key');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([header, Buffer.from(aad)]));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    throw new CannotOpen('the sealed value was modified or belongs to another row');
  }
}

function takeApart(sealed: Buffer) {
  const headerEnd = 2 + (sealed[1] ?? 0);
  const nonceEnd = headerEnd + NONCE_BYTES;
  const ciphertextEnd = sealed.length - TAG_BYTES;
  if (sealed[0] !== VERSION || ciphertextEnd < nonceEnd) throw new CannotOpen('not a sealed value');
  return {
    header: sealed.subarray(0, headerEnd),
    keyId: sealed.toString('utf8', 2, headerEnd),
    nonce: sealed.subarray(headerEnd, nonceEnd),
    ciphertext: sealed.subarray(nonceEnd, ciphertextEnd),
    tag: sealed.subarray(ciphertextEnd),
  };
}

/** Of whatever key there was before any was replaced. */
const FIRST_ID = '1';
const ID_LENGTH = 8;

export type SealingKeys = {
  /** `row` is what the secret belongs to: it cannot be opened for another one. */
  seal(row: string, text: string): Buffer;
  /** Also what was sealed with the key before. */
  open(row: string, sealed: Buffer): string;
  /**
   * While there is a key before, moves every row to the current one; then the other can be removed. Fails in the end if no
   * known key opens a row. False: there is no more to do.
   */
  resealAll<Row extends { readonly id: string }, Sealed>(
    rows: SealedRows<Row, Sealed>,
    how: Resealing<Row, Sealed>,
  ): Promise<false>;
};

/** `previous` is the key before the current one, or the one that will follow it: both are opened with. */
export function sealingKeys(current: Buffer, previous?: Buffer): SealingKeys {
  const keyId = previous ? idOf(current) : FIRST_ID;
  const keys = previous ? [current, previous] : [current];
  const byId = Object.fromEntries(keys.map((key) => [idOf(key), key]));
  return {
    seal: (row, text) => seal(Buffer.from(text), { key: current, keyId, aad: row }),
    open(row, sealed) {
      // The first id does not tell which key it is of.
      for (const first of keys) {
        try {
          return open(sealed, { keys: { ...byId, [FIRST_ID]: first }, aad: row }).toString();
        } catch (error) {
          if (!(error instanceof CannotOpen) || first === keys.at(-1)) throw error;
        }
      }
      throw new Error('there is no key');
    },
    resealAll: async (rows, how) =>
      previous !== undefined && resealAll(sealedPrefix(keyId), rows, how),
  };
}

function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, ID_LENGTH);
}

const AT_ONCE_MAX = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type SealedRows<Row, Sealed> = {
  /** Those with a value that does not begin with the prefix, in order of their ids, from behind `after` on. */
  outdated(prefix: Buffer, after: string, limit: number): Promise<readonly Row[]>;
  /** Nothing happens when the row has changed since. */
  replace(before: Row, after: Sealed): Promise<unknown>;
};

type Resealing<Row, Sealed> = {
  /** The values of a row, sealed with the current key. */
  readonly resealed: (row: Row) => Sealed;
  /** Such as `secrets of endpoints`. */
  readonly what: string;
};

async function resealAll<Row extends { readonly id: string }, Sealed>(
  currentPrefix: Buffer,
  { outdated, replace }: SealedRows<Row, Sealed>,
  { resealed, what }: Resealing<Row, Sealed>,
): Promise<false> {
  const unreadable: string[] = [];
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const rows: readonly Row[] = await outdated(currentPrefix, after, AT_ONCE_MAX);
    for (const row of rows) {
      const sealed = unlessUnreadable(() => resealed(row));
      if (sealed === null) unreadable.push(row.id);
      else await replace(row, sealed);
    }
    after = rows.at(-1)?.id;
  }
  if (unreadable.length === 0) return false;
  throw new Error(`neither key opens the ${what} ${unreadable.join(', ')}`);
}

function unlessUnreadable<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
