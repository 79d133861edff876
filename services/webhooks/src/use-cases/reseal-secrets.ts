import type { SealedEndpoint, SealedSecrets } from '../domain/secrets.ts';
import type { Ports } from '../ports.ts';
import { authorizationName, secretName } from './steps/open-secrets.ts';

const AT_ONCE_MAX = 100;

/** While there is a key before, everything moves to the current one; then the other can be removed. */
export function resealSecrets({ vault, resealing }: Pick<Ports, 'vault' | 'resealing'>) {
  const move = (name: string, sealed: Buffer): Buffer => vault.seal(name, vault.open(name, sealed));

  const moved = (endpoint: SealedEndpoint): SealedSecrets => {
    const { id, sealedSecret, sealedPreviousSecret, sealedAuthorization } = endpoint;
    return {
      sealedSecret: move(secretName(id), sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && move(secretName(id), sealedPreviousSecret),
      sealedAuthorization: sealedAuthorization && move(authorizationName(id), sealedAuthorization),
    };
  };

  /** True: there may be more. */
  return async (): Promise<boolean> => {
    if (!vault.currentPrefix) return false;
    const endpoints = await resealing.outdated(vault.currentPrefix, AT_ONCE_MAX);
    for (const endpoint of endpoints) await resealing.replace(endpoint, moved(endpoint));
    return endpoints.length === AT_ONCE_MAX;
  };
}
