import type { Account } from '../domain/account.ts';
import { accountLine } from '../domain/audit-lines.ts';
import { deviceDigest, deviceOf } from '../domain/notice.ts';
import {
  type Origin,
  openSession,
  SESSIONS_MAX,
  type Session,
  tokenDigest,
  tokenFrom,
} from '../domain/session.ts';
import type { Ports, Stores } from '../ports.ts';
import { writeMail } from './write-mail.ts';

/** The token is not stored: only its digest is. */
export type StartedSession = {
  readonly account: Account;
  readonly session: Session;
  readonly sessionToken: string;
};

type Input = {
  readonly account: Account;
  readonly origin: Origin;
  readonly action: string;
  /** What the audit log says besides. */
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** Opens a session for an authenticated person, and records it in the same transaction. */
export async function startSession(
  needs: Ports,
  stores: Stores,
  { account, origin, action, detail: more }: Input,
): Promise<StartedSession> {
  const { now, newId, newSecretBytes, sessionTimes } = needs;
  const { sessions, audit } = stores;
  const at = now();
  const sessionToken = tokenFrom(newSecretBytes());
  const digest = tokenDigest(sessionToken);
  if (!digest) throw new Error('a generated session token is malformed');
  const opening = { id: newId(), accountId: account.id, origin };
  const session = openSession(opening, at, sessionTimes);
  await sessions.insert({ ...session, digest });
  const spare = { id: session.id, kept: SESSIONS_MAX - 1 };
  await sessions.revokeOthers(account.id, spare, at);
  if (await stores.devices.note(account.id, deviceDigest(origin), at)) {
    const notice = {
      kind: 'new_device',
      device: deviceOf(origin.userAgent),
      ip: origin.ip,
    } as const;
    await writeMail(needs, stores, { account, notice });
  }
  const detail = { ...origin, ...more, sessionId: session.id };
  await audit.append(accountLine(account.id, { action, detail }, at));
  return { account, session, sessionToken };
}
