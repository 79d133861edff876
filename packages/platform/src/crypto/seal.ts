import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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
export function sealedPrefix(keyId: string): Buffer {
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
