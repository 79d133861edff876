import type { AccountInput } from '@entrada/contracts/gen/auth/v1/Account';
import type { ApiKeyInput } from '@entrada/contracts/gen/auth/v1/ApiKey';
import type { SessionInput } from '@entrada/contracts/gen/auth/v1/Session';
import { formatTime } from '@entrada/platform/grpc/fields';
import type { Account } from '../../domain/account.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { Session } from '../../domain/session.ts';

export function formatAccount({ id, email, name, createdAt }: Account): AccountInput {
  return { id, email, name, createdAt: createdAt.toISOString() };
}

export function formatSession({ id, origin, ...times }: Session): SessionInput {
  return {
    id,
    origin,
    createdAt: times.createdAt.toISOString(),
    lastSeenAt: times.lastSeenAt.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
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
