import { AppError } from '@entrada/platform/errors/app-error';
import { type Caller, requireScope } from '../domain/caller.ts';
import { type Presented, presentedKey } from '../domain/credentials.ts';
import type { Ports } from '../ports.ts';

/** The caller behind a request that may do what `scope` names. */
export function authenticate({ verifyKey }: Pick<Ports, 'verifyKey'>) {
  return async (presented: Presented, scope: string): Promise<Caller> => {
    const found = presentedKey(presented);
    if (!found) {
      throw new AppError('UNAUTHENTICATED', 'API key is required', { reason: 'missing_api_key' });
    }
    const caller = await verifyKey(found.key);
    if (!caller) {
      throw new AppError('UNAUTHENTICATED', 'Invalid API key', { reason: 'invalid_api_key' });
    }
    requireScope(caller, scope);
    return caller;
  };
}
