import type { KeyUse, Ports } from '../ports.ts';

/** Times only move forward, and never past our own clock. */
export function reportKeyUse({ apiKeys, now }: Pick<Ports, 'apiKeys' | 'now'>) {
  return async (uses: readonly KeyUse[]): Promise<void> => {
    const at = now();
    const capped = uses.map((use) => {
      return { ...use, usedAt: new Date(Math.min(use.usedAt.getTime(), at.getTime())) };
    });
    if (capped.length > 0) await apiKeys.noteUses(capped);
  };
}
