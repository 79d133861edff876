import { endpointNotFound, SECRET_OVERLAP_MS, secretFrom } from '../domain/endpoint.ts';
import type { Ports } from '../ports.ts';
import { secretName } from './steps/open-secrets.ts';

type Needs = Pick<Ports, 'transact' | 'vault' | 'now' | 'newSecretBytes'>;

/** Both secrets sign until the previous one expires; a second rotation drops the oldest at once. */
export function rotateSecret({ transact, vault, now, newSecretBytes }: Needs) {
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
