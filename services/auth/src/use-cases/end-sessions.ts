import { accountNotFound } from '../domain/account.ts';
import type { WhichSessions } from '../domain/decision.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import type { Ports } from '../ports.ts';

const AT_ONCE_MAX = 1_000;

type Done = { readonly ended: number; readonly more: boolean };

/** For operators: sessions of any account. The caller repeats it while there are more. */
export function endSessions({ transactForAll, now }: Pick<Ports, 'transactForAll' | 'now'>) {
  return (which: WhichSessions, decision: Decision): Promise<Done> =>
    transactForAll(async ({ accounts, massRevocation, audit, publishRevocation }) => {
      const at = now();
      const accountId = 'accountId' in which ? which.accountId : '';
      if (accountId !== '' && !(await accounts.find(accountId))) {
        throw accountNotFound();
      }
      const sessionIds = await massRevocation.endSessions(which, at, AT_ONCE_MAX);
      await publishRevocation({ sessionIds });
      const subject = accountId === '' ? 'service:auth' : `account:${accountId}`;
      const detail = { ended: sessionIds.length };
      const what = { action: 'sessions.ended', subject, accountId, detail };
      await audit.append(decisionLine(decision, what, at));
      return { ended: sessionIds.length, more: sessionIds.length === AT_ONCE_MAX };
    });
}
