import { createHash } from 'node:crypto';

export const Mode = { Live: 'live', Test: 'test' } as const;
export type Mode = (typeof Mode)[keyof typeof Mode];

const RANDOM_BYTES = 32;
/** 62^43 is the first power above 256^32: every key has the same length. */
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const PREFIX_SHOWN = 'ent_test_'.length + 4;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^ent_(live|test)_[0-9A-Za-z]{49}$/;

/** `ent_<mode>_` + 32 random bytes in base 62 + a checksum that tells a typo from a wrong key. */
export function keyFrom(random: Buffer, mode: Mode): string {
  if (random.length !== RANDOM_BYTES) throw new RangeError('a key needs 32 random bytes');
  const body = `ent_${mode}_${base62(random, RANDOM_DIGITS)}`;
  return body + checksumOf(body);
}

/** What is wrong with a presented key before anything is looked up; null when it may exist. */
export function keyProblem(key: string, mode: Mode): 'malformed' | 'typo' | 'other_mode' | null {
  if (!SHAPE.test(key)) return 'malformed';
  const body = key.slice(0, -CHECKSUM_DIGITS);
  if (checksumOf(body) !== key.slice(-CHECKSUM_DIGITS)) return 'typo';
  return key.startsWith(`ent_${mode}_`) ? null : 'other_mode';
}

/** Enough for its owner to tell keys apart, too little to guess one. */
export function shownPrefix(key: string): string {
  return key.slice(0, PREFIX_SHOWN);
}

function checksumOf(body: string): string {
  return base62(createHash('sha256').update(body).digest().subarray(0, 4), CHECKSUM_DIGITS);
}

function base62(bytes: Buffer, digits: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < digits; i++) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
