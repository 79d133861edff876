import { AppError } from '@entrada/platform/errors/app-error';
import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';

type Input = { accountId: string; sessionId: string };

export function revokeSession({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return ({ accountId, sessionId }: Input): Promise<void> =>
    transact(accountId, async ({ sessions, audit, publishRevocation }) => {
      const at = now();
      const hasEnded = await sessions.revoke({ id: sessionId, accountId }, at);
      if (hasEnded === null) throw new AppError('NOT_FOUND', 'Session not found');
      if (!hasEnded) return;
      await publishRevocation({ sessionIds: [sessionId] });
      const what = { action: 'session.revoked', subject: `session:${sessionId}` };
      await audit.append(accountLine(accountId, what, at));
    });
}
