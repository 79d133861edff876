import { open, seal } from '@entrada/platform/crypto/seal';
import type { Vault } from '../ports.ts';

/** Stored with each secret, so that a later key can live beside this one. */
const KEY_ID = '1';

export function endpointVault(key: Buffer): Vault {
  const rowOf = (name: string) => `webhooks.endpoint/${name}`;
  return {
    seal: (name, secret) => seal(Buffer.from(secret), { key, keyId: KEY_ID, aad: rowOf(name) }),
    open: (name, sealed) => open(sealed, { keys: { [KEY_ID]: key }, aad: rowOf(name) }).toString(),
  };
}
