import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { type ApiKey, checkKeyLimit, expiryOfReplaced } from '../domain/api-key.ts';
import type { Ports } from '../ports.ts';
import { issueKey } from './steps/issue-key.ts';

type Needs = Pick<
  Ports,
  'transact' | 'now' | 'newId' | 'newSecretBytes' | 'digestsOf' | 'mode' | 'vault' | 'mailIsOn'
>;
type Input = { accountId: string; keyId: string; overlapSeconds: number; requester: Requester };

type Issued = { apiKey: ApiKey; key: string };

/** Both keys are valid during the overlap, so that a deployment can move from one to the other. */
export function rotateKey(needs: Needs) {
  const { transact, now, newId } = needs;
  return ({ accountId, keyId, overlapSeconds, requester }: Input): Promise<Issued> =>
    transact(accountId, async (stores) => {
      await stores.accounts.lock(accountId);
      const old = await stores.apiKeys.find({ id: keyId, accountId });
      if (!old) throw new AppError('NOT_FOUND', 'API key not found');
      const at = now();
      const end = expiryOfReplaced(old, overlapSeconds, at);
      // One key above the limit is allowed for the time of the overlap.
      checkKeyLimit((await stores.apiKeys.countUsable(accountId, at)) - 1);
      const id = newId();
      await stores.apiKeys.replace(old, { newId: id, expiresAt: end });
      // Without an overlap the old key ends now, as if it were revoked.
      if (overlapSeconds === 0) await stores.publishRevocation({ keyIds: [keyId] });
      const detail = { ...requester, replaces: keyId, replacedUntil: end };
      return issueKey(needs, stores, { id, rights: old, action: 'key.rotated', detail });
    });
}
