import type { Account as AccountMessage } from '@entrada/contracts/gen/auth/v1/Account';
import type { ApiKey as ApiKeyMessage } from '@entrada/contracts/gen/auth/v1/ApiKey';
import type { AuditEntry as AuditMessage } from '@entrada/contracts/gen/auth/v1/AuditEntry';
import type { AuthServiceDefinition as Auth } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { Session as SessionMessage } from '@entrada/contracts/gen/auth/v1/Session';
import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient, RpcHandlers } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';
import { inPartTime, type ListFields, type RequestOf, withNulls } from './request.ts';

/** Of its own: a slow test of an endpoint may have used up the time of the request. */
const AUDIT_MAX_MS = 3_000;

type To<Call extends keyof RpcHandlers<Auth>> = RequestOf<Auth, Call>;
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
export type AuditLine = Omit<To<'recordAudit'>, 'detail'> & {
  readonly detail: Readonly<Record<string, unknown>>;
};

export function accountsClient(rpc: RpcClient<Auth>, log: Logger) {
  return {
    async createAccount(input: RequestOf<Auth, 'createAccount', 'language'>) {
      const created = await rpc.createAccount(given(input));
      return { account: toAccount(created), token: created.sessionToken };
    },
    async logIn(input: RequestOf<Auth, 'logIn', 'code'>) {
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
    proveSession: (input: RequestOf<Auth, 'proveSession', 'code'>) =>
      rpc.proveSession(given(input)),
    /** The same for every address, whether it has an account or not. */
    requestPasswordReset: (input: To<'requestPasswordReset'>) => rpc.requestPasswordReset(input),
    confirmPasswordReset: (input: RequestOf<Auth, 'confirmPasswordReset', 'code'>) =>
      rpc.confirmPasswordReset(given(input)),
    confirmEmail: (input: To<'confirmEmail'>) => rpc.confirmEmail(input),
    resendConfirmation: (accountId: string) => rpc.resendConfirmation({ accountId }),
    changePassword: (input: To<'changePassword'>) => rpc.changePassword(input),
    async listSessions(accountId: string) {
      return (await rpc.listSessions({ accountId })).sessions.map(toSession);
    },
    revokeSession: (input: To<'revokeSession'>) => rpc.revokeSession(input),
    revokeOtherSessions: (input: To<'revokeOtherSessions'>) => rpc.revokeOtherSessions(input),
    beginTwoFactor: (accountId: string) => rpc.beginTwoFactor({ accountId }),
    /** The recovery codes are shown only once. */
    confirmTwoFactor: (input: To<'confirmTwoFactor'>) => rpc.confirmTwoFactor(input),
    disableTwoFactor: (input: To<'disableTwoFactor'>) => rpc.disableTwoFactor(input),
    replaceRecoveryCodes: (input: To<'replaceRecoveryCodes'>) => rpc.replaceRecoveryCodes(input),
    ...keyCalls(rpc),
    async listAudit(input: RequestOf<Auth, 'listAudit', ListFields | 'action'>) {
      const { entries, nextCursor } = await rpc.listAudit(given(input));
      return { entries: entries.map(toAuditEntry), nextCursor: orNull(nextCursor) };
    },
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

type NewKey = RequestOf<Auth, 'createKey', 'scopes' | 'allowedIps' | 'expiresAt'>;

function keyCalls(rpc: RpcClient<Auth>) {
  return {
    async createKey(input: NewKey) {
      const { apiKey, key } = await rpc.createKey(given(input));
      return { apiKey: toApiKey(apiKey), key };
    },
    async listKeys(accountId: string) {
      return (await rpc.listKeys({ accountId })).apiKeys.map(toApiKey);
    },
    async renameKey(input: To<'renameKey'>) {
      return toApiKey((await rpc.renameKey(input)).apiKey);
    },
    revokeKey: (input: To<'revokeKey'>) => rpc.revokeKey(input),
    async rotateKey(input: To<'rotateKey'>) {
      const { apiKey, key } = await rpc.rotateKey(input);
      return { apiKey: toApiKey(apiKey), key };
    },
  };
}

function toSession({ origin, proofAt: _, ...session }: SessionMessage) {
  const { ip = '', userAgent = '' } = origin ?? {};
  return { ...withNulls(session, 'lastSeenAt'), ip, userAgent };
}

function toApiKey(message: ApiKeyMessage | null) {
  const key = present(message, 'key');
  return withNulls(key, 'expiresAt', 'lastUsedAt', 'revokedAt', 'queryUseAt');
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
  const account = present(message, 'account');
  const recoveryCodesLeft = account.twoFactor ? account.recoveryCodesLeft : null;
  const known = withNulls(account, 'displayName', 'emailConfirmedAt', 'language', 'frozenAt');
  return { ...known, recoveryCodesLeft, proofAt };
}

function toAuditEntry({ detail, ...entry }: AuditMessage) {
  return { ...withNulls(entry, 'ip'), detail: JSON.parse(detail) as object };
}
