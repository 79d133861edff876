import {
  endpointNotFound,
  SECRET_OVERLAP_MS,
  type SealedEndpoint,
  type SealedSecrets,
  secretFrom,
} from '../domain/endpoint.ts';
import type { Message, Ports } from '../ports.ts';

/** Both secrets sign until the previous one expires; a second rotation drops the oldest at once. */
export function rotateSecret({ transact, vault, now, newSecretBytes }: Ports) {
  return async (accountId: string, endpointId: string): Promise<string> => {
    const secret = secretFrom(newSecretBytes());
    const sealed = vault.seal(secretName(endpointId), secret);
    const previousUntil = new Date(now().getTime() + SECRET_OVERLAP_MS);
    await transact(async ({ lockEndpoint, replaceSecret }) => {
      if (!(await lockEndpoint(accountId, endpointId))) throw endpointNotFound();
      await replaceSecret(endpointId, sealed, previousUntil);
    });
    return secret;
  };
}

export function resealSecrets({ vault, resealing }: Ports) {
  const move = (name: string, sealed: Buffer): Buffer => vault.seal(name, vault.open(name, sealed));

  const resealed = (endpoint: SealedEndpoint): SealedSecrets => {
    const { id, sealedSecret, sealedPreviousSecret, sealedAuthorization } = endpoint;
    return {
      sealedSecret: move(secretName(id), sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && move(secretName(id), sealedPreviousSecret),
      sealedAuthorization: sealedAuthorization && move(authorizationName(id), sealedAuthorization),
    };
  };

  return () => vault.resealAll(resealing, { resealed, what: 'secrets of endpoints' });
}

type OpenedSecrets = Pick<Message, 'secrets' | 'authorization'>;

/** The names under which an endpoint's secrets are sealed. */
export const secretName = (endpointId: string): string => endpointId;
export const authorizationName = (endpointId: string): string => `${endpointId}/authorization`;

/** Throws when one of them was sealed by another key or for another endpoint. */
export function openSecrets(
  vault: Ports['vault'],
  endpointId: string,
  sealed: SealedSecrets,
): OpenedSecrets {
  const { sealedSecret, sealedPreviousSecret, sealedAuthorization } = sealed;
  const name = secretName(endpointId);
  const current = vault.open(name, sealedSecret);
  return {
    secrets: sealedPreviousSecret ? [current, vault.open(name, sealedPreviousSecret)] : [current],
    authorization: sealedAuthorization
      ? vault.open(authorizationName(endpointId), sealedAuthorization)
      : null,
  };
}
