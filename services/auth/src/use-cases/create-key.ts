import { AppError } from '@entrada/platform/errors/app-error';
import { parseName } from '../domain/account.ts';
import { type ApiKey, checkRoomForKey } from '../domain/api-key.ts';
import { parseExpiry } from '../domain/expiry.ts';
import { parseScopes } from '../domain/scopes.ts';
import type { Ports } from '../ports.ts';
import { issueKey } from './issue-key.ts';

type Needs = Pick<Ports, 'transact' | 'now' | 'newId' | 'newSecretBytes' | 'digestsOf' | 'mode'>;
type Input = {
  accountId: string;
  name: string;
  scopes: readonly string[];
  expiresAt: string;
  allowedIps: readonly string[];
};

/** The reply is the only place the key's value is ever found. */
export function createKey(needs: Needs) {
  const { transact, now, newId } = needs;
  return async (input: Input): Promise<{ apiKey: ApiKey; key: string }> => {
    const { accountId, allowedIps } = input;
    const at = now();
    const rights = {
      accountId,
      name: parseName(input.name),
      scopes: parseScopes(input.scopes),
      expiresAt: parseExpiry(input.expiresAt, at),
      allowedIps,
    };
    return transact(accountId, async (stores) => {
      if (!(await stores.accounts.lock(accountId))) {
        throw new AppError('NOT_FOUND', 'Account not found');
      }
      checkRoomForKey(await stores.apiKeys.countUsable(accountId, at));
      return issueKey(needs, stores, {
        id: newId(),
        rights,
        action: 'key.created',
        detail: {},
      });
    });
  };
}
