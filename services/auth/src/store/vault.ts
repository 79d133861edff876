import { createHmac, hkdfSync } from 'node:crypto';
import { type SealingKeys, sealingKeys } from '@entrada/platform/crypto/seal';

const KEY_BYTES = 32;

/** Keeps secrets at rest; what was sealed for one row opens for no other. */
export type Vault = SealingKeys & {
  /** Under a key, so that codes cannot be found from a stolen table; that of the current key first. */
  codeDigests(accountId: string, code: string): readonly [Buffer, ...Buffer[]];
};

/** `previous` is the key before the current one, or the one that will follow it: both are opened with. */
export function openVault(current: Buffer, previous?: Buffer): Vault {
  const { seal, open, resealAll } = sealingKeys(current, previous);
  const codeKey = codeKeyOf(current);
  const codeKeyPrevious = previous && codeKeyOf(previous);
  return {
    seal: (row, text) => seal(`auth.${row}`, text),
    open: (row, sealed) => open(`auth.${row}`, sealed),
    resealAll,
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

/**
 * A key is 256 random bits, so a fast digest is enough; the pepper makes a stolen table useless.
 * A pepper is replaced by naming the old one too, until the keys in use are stored under the new.
 */
export function digestsUnder(current: Buffer, previous: Buffer | undefined) {
  return (key: string): readonly [Buffer, ...Buffer[]] => {
    const digest = hmac(current, key);
    return previous ? [digest, hmac(previous, key)] : [digest];
  };
}

function hmac(pepper: Buffer, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}
