import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';

type Input = { accountId: string; keyId: string; requester: Requester };

export function revokeKey({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return ({ accountId, keyId, requester }: Input): Promise<void> =>
    transact(accountId, async ({ apiKeys, audit, publishRevocation }) => {
      const at = now();
      const isRevoked = await apiKeys.revoke({ id: keyId, accountId }, at);
      if (isRevoked === null) throw new AppError('NOT_FOUND', 'API key not found');
      if (!isRevoked) return;
      await publishRevocation({ keyIds: [keyId] });
      const what = { action: 'key.revoked', subject: `key:${keyId}`, detail: { ...requester } };
      await audit.append(accountLine(accountId, what, at));
    });
}
