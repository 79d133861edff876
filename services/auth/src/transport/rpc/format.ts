import type { AccountInput } from '@entrada/contracts/gen/auth/v1/Account';
import type { ApiKeyInput } from '@entrada/contracts/gen/auth/v1/ApiKey';
import type { AuditEntryInput } from '@entrada/contracts/gen/auth/v1/AuditEntry';
import type { SessionInput } from '@entrada/contracts/gen/auth/v1/Session';
import type { AccountIds } from '@entrada/platform/db/public-ids';
import { formatTime } from '@entrada/platform/grpc/fields';
import type { Account } from '../../domain/account.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { AuditLine } from '../../domain/audit-chain.ts';
import type { Session } from '../../domain/session.ts';

export function formatAccount(account: Account, receivesMail: boolean): AccountInput {
  const { id, email, name, twoFactor, recoveryCodesLeft } = account;
  return {
    id,
    email,
    name,
    twoFactor,
    recoveryCodesLeft,
    receivesMail,
    createdAt: formatTime(account.createdAt),
    emailConfirmedAt: formatTime(account.emailConfirmedAt),
    language: account.language ?? '',
    displayName: account.displayName ?? '',
    frozenAt: formatTime(account.frozenAt),
  };
}

export function formatSession({ id, origin, ...times }: Session): SessionInput {
  return {
    id,
    origin,
    createdAt: times.createdAt.toISOString(),
    lastSeenAt: times.lastSeenAt.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    proofAt: times.proofAt.toISOString(),
  };
}

export function formatKey(key: ApiKey): ApiKeyInput {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    allowedIps: [...key.allowedIps],
    createdAt: formatTime(key.createdAt),
    expiresAt: formatTime(key.expiresAt),
    lastUsedAt: formatTime(key.lastUsedAt),
    revokedAt: formatTime(key.revokedAt),
    queryUseAt: formatTime(key.queryUseAt),
  };
}

/** As the account sees it: staff are not named, and their reasons are not shown. */
export function formatAuditLine(line: AuditLine, ids: AccountIds): AuditEntryInput {
  const { seq, at, actor, action, subject } = line;
  const { ip, reason, askedBy, approvedBy, approvalId, ...detail } = JSON.parse(line.detail);
  const isOperator = actor.startsWith('operator:');
  return {
    id: ids.encode(seq),
    at: formatTime(at),
    actor: isOperator ? 'operator' : actor,
    action,
    subject,
    detail: JSON.stringify(isOperator ? detail : { ...detail, reason }),
    ip: typeof ip === 'string' ? ip : '',
  };
}
