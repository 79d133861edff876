import { createHash } from 'node:crypto';
import { LIMITS } from '@entrada/contracts/limits';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';

export const Mode = { Live: 'live', Test: 'test' } as const;
export type Mode = (typeof Mode)[keyof typeof Mode];

/** What a key permits, for which account, and until when. */
export type KeyRights = {
  readonly id: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** IP addresses or CIDR ranges; empty: any address. */
  readonly allowedIps: readonly string[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null: the deployment's default limit. */
  readonly rateLimitPerSecond: number | null;
  /** Of its account. */
  readonly isFrozen: boolean;
};

export type ApiKey = Omit<KeyRights, 'rateLimitPerSecond' | 'isFrozen'> & {
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly queryUseAt: Date | null;
  /** The id of the key that replaced it. */
  readonly replacedBy: string | null;
};

const USABLE_MAX = 100;
const RANDOM_BYTES = 32;
/** 62^43 is the first power above 256^32: every key has the same length. */
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const PREFIX_SHOWN = 'ent_test_'.length + 4;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^ent_(live|test)_[0-9A-Za-z]{49}$/;

/** `ent_<mode>_` + 32 random bytes in base 62 + a checksum that distinguishes a typo from an unknown key. */
export function keyFrom(random: Buffer, mode: Mode): string {
  if (random.length !== RANDOM_BYTES) throw new RangeError('a key needs 32 random bytes');
  const body = `ent_${mode}_${base62(random, RANDOM_DIGITS)}`;
  return body + checksumOf(body);
}

/** What is wrong with the form of a presented key; null when it may exist. */
export function keyProblem(key: string, mode: Mode): 'malformed' | 'typo' | 'other_mode' | null {
  if (!SHAPE.test(key)) return 'malformed';
  const body = key.slice(0, -CHECKSUM_DIGITS);
  if (checksumOf(body) !== key.slice(-CHECKSUM_DIGITS)) return 'typo';
  return key.startsWith(`ent_${mode}_`) ? null : 'other_mode';
}

type Life = Pick<ApiKey, 'revokedAt' | 'expiresAt'>;

/** Why an existing key may not be used; null when it may. */
export function refusalOf({ revokedAt, expiresAt }: Life, now: Date): 'revoked' | 'expired' | null {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : null;
}

export function checkKeyLimit(usable: number): void {
  if (usable < USABLE_MAX) return;
  const message = `An account can have at most ${USABLE_MAX} usable API keys`;
  throw new AppError('CONFLICT', message, { reason: 'key_limit_reached' });
}

export function checkExpiry(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt !== null && expiresAt <= now)
    throw fieldError('expiresAt', 'must be in the future', { problem: 'in_the_past' });
  return expiresAt;
}

/** A key that is replaced now expires after the overlap, or earlier if it would have anyway. */
export function expiryOfReplaced(key: ApiKey, overlapSeconds: number, now: Date): Date {
  const { overlapSecondsMax } = LIMITS.apiKey;
  if (!(overlapSeconds >= 0 && overlapSeconds <= overlapSecondsMax)) {
    throw fieldError('overlapSeconds', `must be between 0 and ${overlapSecondsMax}`, {
      problem: 'out_of_range',
    });
  }
  const problem = key.replacedBy === null ? refusalOf(key, now) : 'replaced';
  if (problem) {
    throw new AppError('CONFLICT', `API key is ${problem}`, { reason: 'key_not_active' });
  }
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  return key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
}

/** Enough for the owner to recognize a key, too little to guess it. */
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

const SCOPES = [
  'deposits:read',
  'deposits:write',
  'refunds:write',
  'webhooks:read',
  'webhooks:write',
  'balance:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** None asked for means all. */
export function parseScopes(asked: readonly string[]): readonly Scope[] {
  if (asked.length === 0) return SCOPES;
  const unknown = asked.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) {
    throw fieldError('scopes', `must be among ${SCOPES.join(', ')}`, { problem: 'not_a_choice' });
  }
  return [...new Set(asked)] as Scope[];
}
