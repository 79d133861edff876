import { bytesOfBase64Url, hexOf } from './bytes.ts';

export type ReceiptKey = CryptoKey;

/** A key of `/.well-known/entrada-receipt-keys.json`; keys of other kinds are ignored. */
type PublicKey = { readonly kty: string; readonly crv?: string; readonly x?: string };
/** The document, or the keys in it. */
export type ReceiptKeys = KeySet | readonly PublicKey[];
type KeySet = { readonly keys: readonly PublicKey[] };

/** What comes before the 32 bytes of an Ed25519 key in its DER form (SPKI). */
const SPKI_HEAD = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;

/** Each key under its id, which is computed from the key itself. */
export async function importReceiptKeys(keys: ReceiptKeys): Promise<Map<string, ReceiptKey>> {
  const list: readonly PublicKey[] = Array.isArray(keys) ? keys : (keys as KeySet).keys;
  const imported = new Map<string, ReceiptKey>();
  for (const { crv, x } of list) {
    const bytes = crv === 'Ed25519' && x !== undefined ? bytesOfBase64Url(x) : null;
    if (bytes?.length !== KEY_BYTES) continue;
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    imported.set(await keyIdOf(bytes), key);
  }
  return imported;
}

async function keyIdOf(bytes: Uint8Array): Promise<string> {
  const spki = Uint8Array.from([...SPKI_HEAD, ...bytes]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', spki));
  return hexOf(hash.subarray(0, KEY_ID_BYTES));
}
