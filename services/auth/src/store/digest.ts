import { createHmac } from 'node:crypto';

/** A key is 256 random bits, so a fast digest is enough; the pepper makes a stolen table useless. */
export function digestWith(pepper: Buffer): (key: string) => Buffer {
  return (key) => createHmac('sha256', pepper).update(key).digest();
}
