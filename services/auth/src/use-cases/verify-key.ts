import { AppError } from '@entrada/platform/errors/app-error';
import { keyProblem } from '../domain/api-key.ts';
import type { ApiKey, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'apiKeys' | 'now' | 'digestOf' | 'mode'>;

/** Whatever is wrong with a key, its bearer hears the same. */
export function verifyKey({ apiKeys, now, digestOf, mode }: Needs) {
  return async (key: string): Promise<ApiKey> => {
    const problem = keyProblem(key, mode);
    const found = problem === null ? await apiKeys.findUsable(digestOf(key), now()) : null;
    if (!found) {
      throw new AppError('UNAUTHENTICATED', 'Invalid API key', {
        reason: 'invalid_api_key',
        cause: problem ?? 'unknown, revoked or expired',
      });
    }
    return found;
  };
}
