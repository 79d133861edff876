import { AppError } from '@entrada/platform/errors/app-error';
import { parseName } from '../domain/account.ts';
import { keyFrom, shownPrefix } from '../domain/api-key.ts';
import { parseScopes } from '../domain/scopes.ts';
import type { ApiKey, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'apiKeys' | 'now' | 'newId' | 'newKeyBytes' | 'digestOf' | 'mode'>;
type Input = { accountId: string; name: string; scopes: readonly string[] };

/** The reply is the only place the key's value is ever found. */
export function createKey({ apiKeys, now, newId, newKeyBytes, digestOf, mode }: Needs) {
  return async (input: Input): Promise<{ apiKey: ApiKey; key: string }> => {
    const key = keyFrom(newKeyBytes(), mode);
    const apiKey: ApiKey = {
      id: newId(),
      accountId: input.accountId,
      name: parseName(input.name),
      prefix: shownPrefix(key),
      scopes: parseScopes(input.scopes),
      createdAt: now(),
    };
    const hasAccount = await apiKeys.insert({ ...apiKey, digest: digestOf(key) });
    if (!hasAccount) throw new AppError('NOT_FOUND', 'Account not found');
    return { apiKey, key };
  };
}
