import { createHash } from 'node:crypto';
import { CannotOpen, open, seal, sealedPrefix } from './seal.ts';

/** Of whatever key there was before any was replaced. */
const FIRST_ID = '1';
const ID_LENGTH = 8;

export type SealingKeys = {
  /** `row` is what the secret belongs to: it cannot be opened for another one. */
  seal(row: string, text: string): Buffer;
  /** Also what was sealed with the key before. */
  open(row: string, sealed: Buffer): string;
  /** What everything that is sealed with the current key begins with; null: there is no key before. */
  readonly currentPrefix: Buffer | null;
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
    currentPrefix: previous ? sealedPrefix(keyId) : null,
  };
}

function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, ID_LENGTH);
}
