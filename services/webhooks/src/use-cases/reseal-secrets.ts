import type { SealedEndpoint, SealedSecrets } from '../ports/secrets.ts';
import type { Ports } from '../ports.ts';
import { authorizationName, secretName } from './steps/open-secrets.ts';

/** While there is a key before, everything moves to the current one; then the other can be removed. */
export function resealSecrets({ vault, resealing }: Pick<Ports, 'vault' | 'resealing'>) {
  const move = (name: string, sealed: Buffer): Buffer => vault.seal(name, vault.open(name, sealed));

  const resealed = (endpoint: SealedEndpoint): SealedSecrets => {
    const { id, sealedSecret, sealedPreviousSecret, sealedAuthorization } = endpoint;
    return {
      sealedSecret: move(secretName(id), sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && move(secretName(id), sealedPreviousSecret),
      sealedAuthorization: sealedAuthorization && move(authorizationName(id), sealedAuthorization),
    };
  };

  return async (): Promise<void> => {
    if (!vault.currentPrefix) return;
    const unreadable = await resealing.replaceOutdated(vault.currentPrefix, resealed);
    if (unreadable.length > 0) {
      throw new Error(`neither key opens the secrets of endpoints ${unreadable.join(', ')}`);
    }
  };
}
