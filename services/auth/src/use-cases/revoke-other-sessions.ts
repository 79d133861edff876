import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';

type Input = { accountId: string; sessionId: string };

/** Returns how many sessions were ended. */
export function revokeOtherSessions({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return ({ accountId, sessionId }: Input): Promise<number> =>
    transact(accountId, async ({ sessions, audit, publishRevocation }) => {
      const at = now();
      const sessionIds = await sessions.revokeOthers(accountId, { id: sessionId, kept: 0 }, at);
      if (sessionIds.length === 0) return 0;
      await publishRevocation({ sessionIds });
      const detail = { sessionsEnded: sessionIds.length };
      const what = { action: 'session.others_revoked', detail };
      await audit.append(accountLine(accountId, what, at));
      return sessionIds.length;
    });
}
