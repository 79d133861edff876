import type { Account as AccountMessage } from '@entrada/contracts/gen/auth/v1/Account';
import type { AuditEntry as AuditMessage } from '@entrada/contracts/gen/auth/v1/AuditEntry';
import type { Session as SessionMessage } from '@entrada/contracts/gen/auth/v1/Session';
import { orNull, present } from '@entrada/platform/grpc/fields';

type SessionReply = {
  readonly account: AccountMessage | null;
  readonly session: SessionMessage | null;
};

/** The account as one of its sessions sees it. */
export function toAccount({ account, session }: SessionReply): Account {
  return toAccountAt(account, present(session, 'session').proofAt);
}

export type Account = Readonly<ReturnType<typeof toAccountAt>>;

/** `proofAt` is when the password was last entered in the session. */
export function toAccountAt(message: AccountMessage | null, proofAt: string) {
  const { id, email, name, createdAt, twoFactor, receivesMail, ...account } = present(
    message,
    'account',
  );
  return {
    id,
    email,
    name,
    displayName: orNull(account.displayName),
    createdAt,
    emailConfirmedAt: orNull(account.emailConfirmedAt),
    receivesMail,
    twoFactor,
    recoveryCodesLeft: twoFactor ? account.recoveryCodesLeft : null,
    language: orNull(account.language),
    frozenAt: orNull(account.frozenAt),
    proofAt,
  };
}

export function toAuditEntry({ detail, ip, ...entry }: AuditMessage) {
  const { id, at, action, actor, subject } = entry;
  return { id, at, action, actor, subject, detail: JSON.parse(detail) as object, ip: orNull(ip) };
}
