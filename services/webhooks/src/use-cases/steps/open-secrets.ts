import type { SealedSecrets, Vault } from '../../ports/secrets.ts';
import type { Message } from '../../ports.ts';

type Opened = Pick<Message, 'secrets' | 'authorization'>;

/** The names under which an endpoint's secrets are sealed. */
export const secretName = (endpointId: string): string => endpointId;
export const authorizationName = (endpointId: string): string => `${endpointId}/authorization`;

/** Throws when one of them was sealed by another key or for another endpoint. */
export function openSecrets(vault: Vault, endpointId: string, sealed: SealedSecrets): Opened {
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
