import type { SealedEndpoint, SealedSecrets } from '../ports/secrets.ts';
import type { Ports } from '../ports.ts';
import { authorizationName, secretName } from './steps/open-secrets.ts';

const AT_ONCE_MAX = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

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

  /** Null: a secret was sealed with a third key; the others go on. */
  const sealedAnew = (endpoint: SealedEndpoint): SealedSecrets | null => {
    try {
      return moved(endpoint);
    } catch {
      return null;
    }
  };

  /** Returns the ids of those that neither key opens. */
  const reseal = async (endpoints: readonly SealedEndpoint[]): Promise<string[]> => {
    const unreadable: string[] = [];
    for (const endpoint of endpoints) {
      const sealed = sealedAnew(endpoint);
      if (sealed) await resealing.replace(endpoint, sealed);
      else unreadable.push(endpoint.id);
    }
    return unreadable;
  };

  return async (): Promise<void> => {
    const unreadable: string[] = [];
    let after: string | undefined = BEFORE_ALL;
    while (vault.currentPrefix && after !== undefined) {
      const endpoints = await resealing.outdated(vault.currentPrefix, after, AT_ONCE_MAX);
      unreadable.push(...(await reseal(endpoints)));
      after = endpoints.at(-1)?.id;
    }
    if (unreadable.length > 0) {
      throw new Error(`neither key opens the secrets of endpoints ${unreadable.join(', ')}`);
    }
  };
}
