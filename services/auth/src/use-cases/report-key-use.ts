import { fieldError } from '@entrada/platform/errors/app-error';
import { parseTime } from '../domain/expiry.ts';
import type { Ports } from '../ports.ts';

const USES_MAX = 1_000;

type Told = { keyId: string; lastUsedAt: string; sentInQuery: boolean };

/** Times only move forward, and never past our own clock. */
export function reportKeyUse({ apiKeys, now }: Pick<Ports, 'apiKeys' | 'now'>) {
  return async (uses: readonly Told[]): Promise<void> => {
    if (uses.length > USES_MAX) {
      throw fieldError('uses', `must have at most ${USES_MAX} items`);
    }
    const at = now();
    const parsed = uses.map(({ keyId, lastUsedAt, sentInQuery }) => {
      const usedMs = Math.min(parseTime(lastUsedAt, 'lastUsedAt').getTime(), at.getTime());
      return { keyId, sentInQuery, usedAt: new Date(usedMs) };
    });
    if (parsed.length > 0) await apiKeys.noteUses(parsed);
  };
}
