import { AppError } from '@entrada/platform/errors/app-error';
import { accountNotFound } from '../domain/account.ts';
import type { WhichKeys } from '../domain/decision.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import type { Ports } from '../ports.ts';

/** Each has a line in the audit log, whose end stays locked meanwhile. */
const AT_ONCE_MAX = 200;

type Done = { readonly revoked: number; readonly more: boolean };

/** For operators: keys of any account. The caller repeats it while there are more. */
export function revokeKeys({ transactForAll, now }: Pick<Ports, 'transactForAll' | 'now'>) {
  return (which: WhichKeys, decision: Decision): Promise<Done> =>
    transactForAll(async ({ accounts, massRevocation, audit, publishRevocation }) => {
      const at = now();
      if ('accountId' in which && !(await accounts.find(which.accountId))) {
        throw accountNotFound();
      }
      if ('keyId' in which && !(await massRevocation.hasKey(which.keyId))) {
        throw new AppError('NOT_FOUND', 'API key not found');
      }
      const keys = await massRevocation.revokeKeys(which, at, AT_ONCE_MAX);
      await publishRevocation({ keyIds: keys.map(({ id }) => id) });
      for (const { id, accountId } of keys) {
        const what = { action: 'key.revoked', subject: `key:${id}`, accountId };
        await audit.append(decisionLine(decision, what, at));
      }
      return { revoked: keys.length, more: keys.length === AT_ONCE_MAX };
    });
}
