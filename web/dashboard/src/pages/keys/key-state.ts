import type { ApiKey } from '@entrada/client/gen/api';

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;

type KeyState = 'usable' | 'unused' | 'revoked' | 'expired';

export function stateOf(key: ApiKey, now: number): KeyState {
  if (key.revokedAt && Date.parse(key.revokedAt) <= now) return 'revoked';
  if (key.expiresAt && Date.parse(key.expiresAt) <= now) return 'expired';
  const lastUse = Date.parse(key.lastUsedAt ?? key.createdAt);
  return now - lastUse > UNUSED_DAYS * DAY_MS ? 'unused' : 'usable';
}

/** A key that still opens the door, also one that was replaced and is in its overlap. */
export function isUsable(key: ApiKey, now: number): boolean {
  const state = stateOf(key, now);
  return state === 'usable' || state === 'unused';
}

/** The end of a key that is made now; null: never. */
export function expiryAfter(days: number, now: number): string | null {
  return days === 0 ? null : new Date(now + days * DAY_MS).toISOString();
}
