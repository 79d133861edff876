import type { Account } from '../domain/account.ts';
import { type Session, sessionEnded, slide, tokenDigest } from '../domain/session.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'sessions' | 'now' | 'sessionTimes'>;

/** Being seen keeps a session alive; most visits only read. */
export function verifySession({ sessions, now, sessionTimes }: Needs) {
  return async (token: string): Promise<{ account: Account; session: Session }> => {
    const at = now();
    const digest = tokenDigest(token);
    const found = digest && (await sessions.findLive(digest, at));
    if (!found) throw sessionEnded();
    const moved = slide(found.session, at, sessionTimes);
    if (!moved) return found;
    await sessions.slide(found.session, moved);
    const { lastSeenAt, expiresAt } = moved;
    return { ...found, session: { ...found.session, lastSeenAt, expiresAt } };
  };
}
