import { createHash } from 'node:crypto';
import { CannotOpen, open, seal, sealedPrefix } from '@entrada/platform/crypto/seal';
import type { Vault } from '../ports/secrets.ts';

/** Of whatever key there was before any was replaced. */
const FIRST_ID = '1';
const ID_LENGTH = 8;
/** Opened secrets are cached, because every attempt needs one. */
const OPENED_MAX = 10_000;

/** `previous` is the key before the current one, or the one that will follow it: both are opened with. */
export function endpointVault(current: Buffer, previous?: Buffer): Vault {
  const rowOf = (name: string) => `webhooks.endpoint/${name}`;
  const keyId = previous ? idOf(current) : FIRST_ID;
  const keys = previous ? [current, previous] : [current];
  const byId = Object.fromEntries(keys.map((key) => [idOf(key), key]));
  const opened = new Map<string, string>();

  function openWithAny(name: string, sealed: Buffer): string {
    // The first id does not tell which key it is of.
    for (const first of keys) {
      try {
        return open(sealed, { keys: { ...byId, [FIRST_ID]: first }, aad: rowOf(name) }).toString();
      } catch (error) {
        if (!(error instanceof CannotOpen) || first === keys.at(-1)) throw error;
      }
    }
    throw new Error('there is no key');
  }

  return {
    seal: (name, secret) => seal(Buffer.from(secret), { key: current, keyId, aad: rowOf(name) }),
    open(name, sealed) {
      // With the name, so that a secret still opens under no other name.
      const known = `${name} ${sealed.toString('latin1')}`;
      const before = opened.get(known);
      if (before !== undefined) return before;
      const secret = openWithAny(name, sealed);
      if (opened.size >= OPENED_MAX) opened.clear();
      opened.set(known, secret);
      return secret;
    },
    currentPrefix: previous ? sealedPrefix(keyId) : null,
  };
}

function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, ID_LENGTH);
}
