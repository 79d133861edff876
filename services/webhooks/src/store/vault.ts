import { sealingKeys } from '@entrada/platform/crypto/sealing-keys';
import type { Vault } from '../ports/secrets.ts';

/** Opened secrets are cached, because every attempt needs one. */
const OPENED_MAX = 10_000;

/** `previous` is the key before the current one, or the one that will follow it: both are opened with. */
export function endpointVault(current: Buffer, previous?: Buffer): Vault {
  const { seal, open, currentPrefix } = sealingKeys(current, previous);
  const rowOf = (name: string) => `webhooks.endpoint/${name}`;
  const opened = new Map<string, string>();
  return {
    seal: (name, secret) => seal(rowOf(name), secret),
    open(name, sealed) {
      // With the name, so that a secret still opens under no other name.
      const known = `${name} ${sealed.toString('latin1')}`;
      const before = opened.get(known);
      if (before !== undefined) return before;
      const secret = open(rowOf(name), sealed);
      if (opened.size >= OPENED_MAX) opened.clear();
      opened.set(known, secret);
      return secret;
    },
    currentPrefix,
  };
}
