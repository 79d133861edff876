import { open, seal } from '@entrada/platform/crypto/seal';
import type { Vault } from '../ports.ts';

/** Stored with each secret, so that a later key can live beside this one. */
const KEY_ID = '1';
/** Opened secrets are cached, because every attempt needs one. */
const OPENED_MAX = 10_000;

export function endpointVault(key: Buffer): Vault {
  const rowOf = (name: string) => `webhooks.endpoint/${name}`;
  const opened = new Map<string, string>();
  return {
    seal: (name, secret) => seal(Buffer.from(secret), { key, keyId: KEY_ID, aad: rowOf(name) }),
    open(name, sealed) {
      // With the name, so that a secret still opens under no other name.
      const known = `${name} ${sealed.toString('latin1')}`;
      const before = opened.get(known);
      if (before !== undefined) return before;
      const secret = open(sealed, { keys: { [KEY_ID]: key }, aad: rowOf(name) }).toString();
      if (opened.size >= OPENED_MAX) opened.clear();
      opened.set(known, secret);
      return secret;
    },
  };
}
