import { createHmac, hkdfSync } from 'node:crypto';
import { sealingKeys } from '@entrada/platform/crypto/sealing-keys';
import type { Vault } from '../ports.ts';

const KEY_BYTES = 32;

/** `previous` is the key before the current one, or the one that will follow it: both are opened with. */
export function openVault(current: Buffer, previous?: Buffer): Vault {
  const { seal, open, currentPrefix } = sealingKeys(current, previous);
  const codeKey = codeKeyOf(current);
  const codeKeyPrevious = previous && codeKeyOf(previous);
  return {
    seal: (row, text) => seal(`auth.${row}`, text),
    open: (row, sealed) => open(`auth.${row}`, sealed),
    currentPrefix,
    codeDigests(accountId, code) {
      const digest = (key: Buffer) =>
        createHmac('sha256', key).update(`${accountId}:${code}`).digest();
      return codeKeyPrevious ? [digest(codeKey), digest(codeKeyPrevious)] : [digest(codeKey)];
    },
  };
}

/** A key of its own, so that no key serves two purposes. */
function codeKeyOf(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'auth.recovery_code', KEY_BYTES));
}
