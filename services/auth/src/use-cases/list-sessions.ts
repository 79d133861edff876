import type { Session } from '../domain/session.ts';
import type { Ports } from '../ports.ts';

export function listSessions({ sessions, now }: Pick<Ports, 'sessions' | 'now'>) {
  return (accountId: string): Promise<Session[]> => sessions.listLive(accountId, now());
}
