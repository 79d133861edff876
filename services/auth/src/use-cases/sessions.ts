import { AppError } from '@entrada/platform/errors/app-error';
import { type Account, isPassword, wrongPassword } from '../domain/account.ts';
import { accountLine } from '../domain/audit-lines.ts';
import { type Origin, type Session, sessionEnded, slide, tokenDigest } from '../domain/session.ts';
import { factorRefusal, isRefused } from '../domain/two-factor.ts';
import type { Ports } from '../ports.ts';
import { requireCredentials } from './accounts.ts';
import { checkFactor, countAttempt, countCode } from './count-attempt.ts';

/** Being seen keeps a session alive; most visits only read. */
export function verifySession({ sessions, now, sessionTimes }: Ports) {
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

type ProofInput = {
  accountId: string;
  sessionId: string;
  password: string;
  code: string;
  origin: Origin;
};

/** Returns the time of the proof. Attempts are counted together with those of log-in. */
export function proveSession(needs: Ports) {
  const { audit, transact, passwords, now } = needs;

  async function refuse(
    { accountId, sessionId, origin }: ProofInput,
    why: AppError,
  ): Promise<never> {
    const subject = `session:${sessionId}`;
    const what = { action: 'session.proof_refused', subject, detail: origin };
    await audit.append(accountLine(accountId, what, now()));
    throw why;
  }

  return async (input: ProofInput): Promise<Date> => {
    const { accountId, sessionId, password, origin } = input;
    const known = await requireCredentials(needs, accountId);
    const attempt = await countAttempt(needs, { email: known.account.email, origin });
    const isRight = isPassword(password) && (await passwords.verify(password, known.passwordHash));
    if (!isRight) return refuse(input, wrongPassword());
    const { code } = input;
    const { account } = known;
    await attempt.passwordIsRight(account);
    const counted = code === '' ? null : await countCode(needs, { account, origin });

    const outcome = await transact(accountId, async (stores) => {
      // A password that was changed meanwhile proves nothing.
      if ((await stores.accounts.lockPassword(accountId)) !== known.passwordHash) return null;
      const factor = await checkFactor(needs, stores, { accountId, code });
      if (isRefused(factor)) return { factor };
      const at = now();
      if (!(await stores.sessions.prove({ id: sessionId, accountId }, at))) throw sessionEnded();
      const what = { action: 'session.proved', subject: `session:${sessionId}` };
      const detail = { ...origin, factor };
      await stores.audit.append(accountLine(accountId, { ...what, detail }, at));
      return { at };
    });
    if (!outcome) return refuse(input, wrongPassword());
    if ('factor' in outcome) return refuse(input, factorRefusal(outcome.factor));
    await attempt.succeeded(known.account);
    await counted?.succeeded();
    return outcome.at;
  };
}

type OwnSession = { accountId: string; sessionId: string };

export function revokeSession({ transact, now }: Ports) {
  return ({ accountId, sessionId }: OwnSession): Promise<void> =>
    transact(accountId, async ({ sessions, audit }) => {
      const at = now();
      const hasEnded = await sessions.revoke({ id: sessionId, accountId }, at);
      if (hasEnded === null) throw new AppError('NOT_FOUND', 'Session not found');
      if (!hasEnded) return;
      const what = { action: 'session.revoked', subject: `session:${sessionId}` };
      await audit.append(accountLine(accountId, what, at));
    });
}

/** Returns how many sessions were ended. */
export function revokeOtherSessions({ transact, now }: Ports) {
  return ({ accountId, sessionId }: OwnSession): Promise<number> =>
    transact(accountId, async ({ sessions, audit }) => {
      const at = now();
      const sessionsEnded = await sessions.revokeOthers(accountId, { id: sessionId, kept: 0 }, at);
      if (sessionsEnded === 0) return 0;
      const what = { action: 'session.others_revoked', detail: { sessionsEnded } };
      await audit.append(accountLine(accountId, what, at));
      return sessionsEnded;
    });
}
