import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { parseName } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Ports } from '../ports.ts';

type Input = { accountId: string; keyId: string; name: string; requester: Requester };

export function renameKey({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return ({ accountId, keyId, ...input }: Input): Promise<ApiKey> => {
    const name = parseName(input.name, 'apiKey');
    return transact(accountId, async ({ apiKeys, audit }) => {
      const key = await apiKeys.find({ id: keyId, accountId });
      if (!key) throw new AppError('NOT_FOUND', 'API key not found');
      if (key.name === name) return key;
      await apiKeys.rename(key, name);
      const detail = { ...input.requester, name, before: key.name };
      const what = { action: 'key.renamed', subject: `key:${keyId}`, detail };
      await audit.append(accountLine(accountId, what, now()));
      return { ...key, name };
    });
  };
}
