import type { ApiKey as ApiKeyMessage } from '@entrada/contracts/gen/auth/v1/ApiKey';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { Session as SessionMessage } from '@entrada/contracts/gen/auth/v1/Session';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { ApiKey, Session } from '../domain/account.ts';
import type { AccountPorts } from '../ports.ts';
import { toAccount, toAccountAt, toAuditEntry } from './account-message.ts';
import { inPartTime } from './part-deadline.ts';

/** Of its own: a slow test of an endpoint may have used up the time of the request. */
const AUDIT_MAX_MS = 3_000;

export function accountsClient(rpc: RpcClient<AuthServiceDefinition>, log: Logger): AccountPorts {
  return {
    async createAccount(input) {
      const created = await rpc.createAccount(given(input));
      return { account: toAccount(created), token: created.sessionToken };
    },
    async logIn(input) {
      const entered = await rpc.logIn(given(input));
      return { account: toAccount(entered), token: entered.sessionToken };
    },
    async getShopName(accountId) {
      const { account } = await inPartTime(() => rpc.getAccount({ accountId }));
      const { name, displayName } = present(account, 'account');
      return displayName || name;
    },
    async updateAccount({ accountId, name, language, displayName, proofAt }) {
      const orNone = (text: string | null | undefined) => (text === null ? '' : text);
      const chosen = { language: orNone(language), displayName: orNone(displayName) };
      const changes = given({ name, ...chosen });
      const { account } = await rpc.updateAccount({ accountId, ...changes });
      return toAccountAt(account, proofAt);
    },
    async proveSession(input) {
      return (await rpc.proveSession(given(input))).proofAt;
    },
    async requestPasswordReset(email, origin) {
      await rpc.requestPasswordReset({ email, origin });
    },
    async confirmPasswordReset(input) {
      await rpc.confirmPasswordReset(given(input));
    },
    async confirmEmail(token) {
      return (await rpc.confirmEmail({ token })).email;
    },
    async resendConfirmation(accountId) {
      await rpc.resendConfirmation({ accountId });
    },
    async beginTwoFactor(accountId) {
      const { secret, otpauthUrl } = await rpc.beginTwoFactor({ accountId });
      return { secret, otpauthUrl };
    },
    async confirmTwoFactor(input) {
      return (await rpc.confirmTwoFactor(input)).recoveryCodes;
    },
    async disableTwoFactor(input) {
      await rpc.disableTwoFactor(input);
    },
    async replaceRecoveryCodes(input) {
      return (await rpc.replaceRecoveryCodes(input)).recoveryCodes;
    },
    async revokeOtherSessions(input) {
      return (await rpc.revokeOtherSessions(input)).count;
    },
    async listAudit(input) {
      const { entries, nextCursor } = await rpc.listAudit(given(input));
      return { items: entries.map(toAuditEntry), nextCursor: orNull(nextCursor) };
    },
    async changePassword(input) {
      await rpc.changePassword(input);
    },
    async listSessions(accountId) {
      return (await rpc.listSessions({ accountId })).sessions.map(toSession);
    },
    async revokeSession(input) {
      await rpc.revokeSession(input);
    },
    ...keyCalls(rpc),
    async recordAudit({ detail, ...line }) {
      await withNewDeadline(Date.now() + AUDIT_MAX_MS, () =>
        rpc.recordAudit({ ...line, detail: JSON.stringify(detail) }),
      );
    },
    auditFailed: (line, err) => log.error({ err, ...line }, 'audit line was not recorded'),
  };
}

type KeyPorts = Pick<
  AccountPorts,
  'createKey' | 'listKeys' | 'renameKey' | 'revokeKey' | 'rotateKey'
>;

function keyCalls(rpc: RpcClient<AuthServiceDefinition>): KeyPorts {
  return {
    async createKey({ scopes = [], allowedIps = [], ...input }) {
      const request = { ...given(input), scopes: [...scopes], allowedIps: [...allowedIps] };
      const { apiKey, key } = await rpc.createKey(request);
      return { apiKey: toApiKey(present(apiKey, 'key')), key };
    },
    async listKeys(accountId) {
      return (await rpc.listKeys({ accountId })).apiKeys.map(toApiKey);
    },
    async renameKey(input) {
      return toApiKey(present((await rpc.renameKey(input)).apiKey, 'key'));
    },
    async revokeKey(input) {
      await rpc.revokeKey(input);
    },
    async rotateKey(input) {
      const { apiKey, key } = await rpc.rotateKey(input);
      return { apiKey: toApiKey(present(apiKey, 'key')), key };
    },
  };
}

function toSession({ origin, ...session }: SessionMessage): Session {
  const { id, createdAt, expiresAt } = session;
  return {
    id,
    createdAt,
    expiresAt,
    lastSeenAt: orNull(session.lastSeenAt),
    ip: origin?.ip ?? '',
    userAgent: origin?.userAgent ?? '',
  };
}

function toApiKey(message: ApiKeyMessage): ApiKey {
  const { id, name, prefix, scopes, allowedIps, createdAt } = message;
  return {
    id,
    name,
    prefix,
    scopes,
    allowedIps,
    createdAt,
    expiresAt: orNull(message.expiresAt),
    lastUsedAt: orNull(message.lastUsedAt),
    revokedAt: orNull(message.revokedAt),
    queryUseAt: orNull(message.queryUseAt),
  };
}
