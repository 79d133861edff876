import { createHmac } from 'node:crypto';

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
