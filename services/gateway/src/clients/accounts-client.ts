import type { Account as AccountMessage } from '@entrada/contracts/gen/auth/v1/Account';
import type { ApiKey as ApiKeyMessage } from '@entrada/contracts/gen/auth/v1/ApiKey';
import type { AuditEntry as AuditMessage } from '@entrada/contracts/gen/auth/v1/AuditEntry';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { ChangePasswordRequest } from '@entrada/contracts/gen/auth/v1/ChangePasswordRequest';
import type { ConfirmPasswordResetRequest } from '@entrada/contracts/gen/auth/v1/ConfirmPasswordResetRequest';
import type { ConfirmTwoFactorRequest } from '@entrada/contracts/gen/auth/v1/ConfirmTwoFactorRequest';
import type { CreateAccountRequest } from '@entrada/contracts/gen/auth/v1/CreateAccountRequest';
import type { CreateKeyRequest } from '@entrada/contracts/gen/auth/v1/CreateKeyRequest';
import type { DisableTwoFactorRequest } from '@entrada/contracts/gen/auth/v1/DisableTwoFactorRequest';
import type { ListAuditRequest } from '@entrada/contracts/gen/auth/v1/ListAuditRequest';
import type { LogInRequest } from '@entrada/contracts/gen/auth/v1/LogInRequest';
import type { Origin } from '@entrada/contracts/gen/auth/v1/Origin';
import type { ProveSessionRequest } from '@entrada/contracts/gen/auth/v1/ProveSessionRequest';
import type { RecordAuditRequest } from '@entrada/contracts/gen/auth/v1/RecordAuditRequest';
import type { RenameKeyRequest } from '@entrada/contracts/gen/auth/v1/RenameKeyRequest';
import type { ReplaceRecoveryCodesRequest } from '@entrada/contracts/gen/auth/v1/ReplaceRecoveryCodesRequest';
import type { RevokeKeyRequest } from '@entrada/contracts/gen/auth/v1/RevokeKeyRequest';
import type { RevokeOtherSessionsRequest } from '@entrada/contracts/gen/auth/v1/RevokeOtherSessionsRequest';
import type { RevokeSessionRequest } from '@entrada/contracts/gen/auth/v1/RevokeSessionRequest';
import type { RotateKeyRequest } from '@entrada/contracts/gen/auth/v1/RotateKeyRequest';
import type { Session as SessionMessage } from '@entrada/contracts/gen/auth/v1/Session';
import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';
import { inPartTime, type ListFields, type RequestOf } from './request.ts';

/** Of its own: a slow test of an endpoint may have used up the time of the request. */
const AUDIT_MAX_MS = 3_000;

type AccountChanges = {
  readonly accountId: string;
  readonly name?: string | undefined;
  /** Null: none chosen. */
  readonly language?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  /** Of the session that changes it. */
  readonly proofAt: string;
};

/** One line of the audit log; it must not contain a secret. */
export type AuditLine = Omit<RecordAuditRequest, 'detail'> & {
  readonly detail: Readonly<Record<string, unknown>>;
};

export function accountsClient(rpc: RpcClient<AuthServiceDefinition>, log: Logger) {
  return {
    async createAccount(input: RequestOf<CreateAccountRequest, 'language'>) {
      const created = await rpc.createAccount(given(input));
      return { account: toAccount(created), token: created.sessionToken };
    },
    async logIn(input: RequestOf<LogInRequest, 'code'>) {
      const entered = await rpc.logIn(given(input));
      return { account: toAccount(entered), token: entered.sessionToken };
    },
    /** What payers see. */
    async getShopName(accountId: string) {
      const { account } = await inPartTime(() => rpc.getAccount({ accountId }));
      const { name, displayName } = present(account, 'account');
      return displayName || name;
    },
    async updateAccount({ accountId, name, language, displayName, proofAt }: AccountChanges) {
      const orNone = (text: string | null | undefined) => (text === null ? '' : text);
      const chosen = { language: orNone(language), displayName: orNone(displayName) };
      const changes = given({ name, ...chosen });
      const { account } = await rpc.updateAccount({ accountId, ...changes });
      return toAccountAt(account, proofAt);
    },
    /** Returns the time of the proof. */
    async proveSession(input: RequestOf<ProveSessionRequest, 'code'>) {
      return (await rpc.proveSession(given(input))).proofAt;
    },
    /** The same for every address, whether it has an account or not. */
    async requestPasswordReset(email: string, origin: Origin) {
      await rpc.requestPasswordReset({ email, origin });
    },
    async confirmPasswordReset(input: RequestOf<ConfirmPasswordResetRequest, 'code'>) {
      await rpc.confirmPasswordReset(given(input));
    },
    /** Returns the address. */
    async confirmEmail(token: string) {
      return (await rpc.confirmEmail({ token })).email;
    },
    async resendConfirmation(accountId: string) {
      await rpc.resendConfirmation({ accountId });
    },
    ...twoFactorCalls(rpc),
    /** Returns how many were ended. */
    async revokeOtherSessions(input: RevokeOtherSessionsRequest) {
      return (await rpc.revokeOtherSessions(input)).count;
    },
    async listAudit(input: RequestOf<ListAuditRequest, ListFields | 'action'>) {
      const { entries, nextCursor } = await rpc.listAudit(given(input));
      return { items: entries.map(toAuditEntry), nextCursor: orNull(nextCursor) };
    },
    async changePassword(input: ChangePasswordRequest) {
      await rpc.changePassword(input);
    },
    async listSessions(accountId: string) {
      return (await rpc.listSessions({ accountId })).sessions.map(toSession);
    },
    async revokeSession(input: RevokeSessionRequest) {
      await rpc.revokeSession(input);
    },
    ...keyCalls(rpc),
    async recordAudit({ detail, ...line }: AuditLine) {
      await withNewDeadline(Date.now() + AUDIT_MAX_MS, () =>
        rpc.recordAudit({ ...line, detail: JSON.stringify(detail) }),
      );
    },
    /** Logs a line that could not be recorded. */
    auditFailed: (line: AuditLine, err: unknown) =>
      log.error({ err, ...line }, 'audit line was not recorded'),
  };
}

function twoFactorCalls(rpc: RpcClient<AuthServiceDefinition>) {
  return {
    async beginTwoFactor(accountId: string) {
      const { secret, otpauthUrl } = await rpc.beginTwoFactor({ accountId });
      return { secret, otpauthUrl };
    },
    /** The recovery codes are shown only once. */
    async confirmTwoFactor(input: ConfirmTwoFactorRequest) {
      return (await rpc.confirmTwoFactor(input)).recoveryCodes;
    },
    async disableTwoFactor(input: DisableTwoFactorRequest) {
      await rpc.disableTwoFactor(input);
    },
    async replaceRecoveryCodes(input: ReplaceRecoveryCodesRequest) {
      return (await rpc.replaceRecoveryCodes(input)).recoveryCodes;
    },
  };
}

function keyCalls(rpc: RpcClient<AuthServiceDefinition>) {
  return {
    async createKey({
      scopes = [],
      allowedIps = [],
      ...input
    }: RequestOf<CreateKeyRequest, 'scopes' | 'allowedIps' | 'expiresAt'>) {
      const request = { ...given(input), scopes: [...scopes], allowedIps: [...allowedIps] };
      const { apiKey, key } = await rpc.createKey(request);
      return { apiKey: toApiKey(present(apiKey, 'key')), key };
    },
    async listKeys(accountId: string) {
      return (await rpc.listKeys({ accountId })).apiKeys.map(toApiKey);
    },
    async renameKey(input: RequestOf<RenameKeyRequest>) {
      return toApiKey(present((await rpc.renameKey(input)).apiKey, 'key'));
    },
    async revokeKey(input: RequestOf<RevokeKeyRequest>) {
      await rpc.revokeKey(input);
    },
    async rotateKey(input: RequestOf<RotateKeyRequest>) {
      const { apiKey, key } = await rpc.rotateKey(input);
      return { apiKey: toApiKey(present(apiKey, 'key')), key };
    },
  };
}

function toSession({ origin, ...session }: SessionMessage) {
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

function toApiKey(message: ApiKeyMessage) {
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
function toAccountAt(message: AccountMessage | null, proofAt: string) {
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

function toAuditEntry({ detail, ip, ...entry }: AuditMessage) {
  const { id, at, action, actor, subject } = entry;
  return { id, at, action, actor, subject, detail: JSON.parse(detail) as object, ip: orNull(ip) };
}
