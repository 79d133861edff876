import type { Requester } from '@entrada/platform/identity/requester';
import { accountNotFound, parseName } from '../domain/account.ts';
import { type ApiKey, checkExpiry, checkKeyLimit } from '../domain/api-key.ts';
import { parseScopes } from '../domain/scopes.ts';
import type { Ports } from '../ports.ts';
import { issueKey } from './steps/issue-key.ts';

type Needs = Pick<
  Ports,
  'transact' | 'now' | 'newId' | 'newSecretBytes' | 'digestsOf' | 'mode' | 'vault' | 'mailIsOn'
>;
type Input = {
  accountId: string;
  name: string;
  scopes: readonly string[];
  expiresAt: Date | null;
  allowedIps: readonly string[];
  requester: Requester;
  /** Null: the account itself. */
  operator: string | null;
};

/** The reply is the only place where the key's value appears. */
export function createKey(needs: Needs) {
  const { transact, now, newId } = needs;
  return async (input: Input): Promise<{ apiKey: ApiKey; key: string }> => {
    const { accountId, allowedIps } = input;
    const at = now();
    const rights = {
      accountId,
      name: parseName(input.name, 'apiKey'),
      scopes: parseScopes(input.scopes),
      expiresAt: checkExpiry(input.expiresAt, at),
      allowedIps,
    };
    return transact(accountId, async (stores) => {
      if (!(await stores.accounts.lock(accountId))) {
        throw accountNotFound();
      }
      checkKeyLimit(await stores.apiKeys.countUsable(accountId, at));
      return issueKey(needs, stores, {
        id: newId(),
        rights,
        action: 'key.created',
        operator: input.operator,
        detail: { ...input.requester },
      });
    });
  };
}
