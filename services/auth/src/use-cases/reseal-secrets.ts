import { twoFactorRow } from '../domain/two-factor.ts';
import type { SealedTwoFactor } from '../ports/two-factor.ts';
import type { Ports } from '../ports.ts';

/**
 * While there is a key before, two-factor secrets move to the current one; then the other can be removed.
 * Mails are not moved: each is sent or given up within two days.
 */
export function resealSecrets({ vault, resealing }: Pick<Ports, 'vault' | 'resealing'>) {
  const resealed = ({ id, sealedSecret }: SealedTwoFactor): Buffer =>
    vault.seal(twoFactorRow(id), vault.open(twoFactorRow(id), sealedSecret));

  return async (): Promise<void> => {
    if (!vault.currentPrefix) return;
    const unreadable = await resealing.replaceOutdated(vault.currentPrefix, resealed);
    if (unreadable.length > 0) {
      throw new Error(
        `neither key opens the two-factor secrets of accounts ${unreadable.join(', ')}`,
      );
    }
  };
}
