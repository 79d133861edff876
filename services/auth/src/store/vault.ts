import { createHmac, hkdfSync } from 'node:crypto';
import { open, seal } from '@entrada/platform/crypto/seal';
import type { Vault } from '../ports.ts';

/** Stored with each secret, so that a later key can live beside this one. */
const KEY_ID = '1';
const KEY_BYTES = 32;

export function openVault(key: Buffer): Vault {
  // A key of its own, so that no key serves two purposes.
  const codeKey = Buffer.from(hkdfSync('sha256', key, '', 'auth.recovery_code', KEY_BYTES));
  return {
    seal: (row, text) => seal(Buffer.from(text), { key, keyId: KEY_ID, aad: `auth.${row}` }),
    open: (row, sealed) => open(sealed, { keys: { [KEY_ID]: key }, aad: `auth.${row}` }).toString(),
    codeDigest: (accountId, code) =>
      createHmac('sha256', codeKey).update(`${accountId}:${code}`).digest(),
  };
}
