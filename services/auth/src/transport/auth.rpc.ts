import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { RevokeKeyRequest } from '@entrada/contracts/gen/auth/v1/RevokeKeyRequest';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import { AppError } from '@entrada/platform/errors/app-error';
import { markBegun } from '@entrada/platform/grpc/call-context';
import { callerNow } from '@entrada/platform/grpc/callers';
import { formatTime, lookupId, optionalTimeField, uuidField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isPersonName } from '@entrada/platform/identity/caller';
import { parseRequester } from '@entrada/platform/identity/requester';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { App } from '../app.ts';
import { approvalsRpc } from './approvals.rpc.ts';
import { operatorRpc } from './operator.rpc.ts';
import { parseAllowedIps } from './rpc/allowed-ips.ts';
import { formatAccount, formatKey, formatSession } from './rpc/format.ts';
import { parseKeyUses, parseOrigin } from './rpc/parse.ts';
import { safetyRpc } from './safety.rpc.ts';

type Handlers = RpcHandlers<AuthServiceDefinition>;

type Needs = {
  readonly log: Logger;
  readonly publicIds: PublicIds;
  readonly mailIsOn: boolean;
  readonly now: () => Date;
};

export function authRpc(app: App, { log, publicIds, mailIsOn, now }: Needs): Handlers {
  return {
    ...accountRpc(app, mailIsOn),
    ...sessionRpc(app, mailIsOn),
    ...keyRpc(app),
    ...gatewayRpc(app, log),
    ...safetyRpc(app, publicIds, mailIsOn),
    ...operatorRpc(app),
    ...approvalsRpc(app, now),
  };
}

function accountRpc(app: App, mailIsOn: boolean) {
  return {
    async createAccount({ email, password, name, language, origin }) {
      const started = await app.createAccount({
        email,
        password,
        name,
        language,
        origin: parseOrigin(origin),
        isOnlyOne: callerNow().person !== null,
      });
      return formatStarted(started, mailIsOn);
    },
    async getAccount({ accountId }) {
      const account = await app.getAccount(lookupId(accountId));
      return { account: formatAccount(account, mailIsOn) };
    },
    async changePassword({ accountId, sessionId, oldPassword, newPassword, origin }) {
      await app.changePassword({
        accountId: lookupId(accountId),
        sessionId: lookupId(sessionId),
        oldPassword,
        newPassword,
        origin: parseOrigin(origin),
      });
      return {};
    },
    async recordAudit({ actor, action, subject, accountId, detail }) {
      markBegun();
      const account = accountId === '' ? '' : uuidField('accountId', accountId);
      await app.recordAudit({ actor: actorOf(actor), action, subject, accountId: account, detail });
      return {};
    },
  } satisfies Partial<Handlers>;
}

/**
 * A person is who the certificate says. Whom a service names is marked with its own name, which no person's has: auth has
 * seen no certificate of theirs. The gateway speaks for accounts, never for operators; the others never for accounts.
 */
function actorOf(claimed: string): string {
  const { service, person } = callerNow();
  if (person !== null) return `operator:${person}`;
  const isOperator = claimed.startsWith('operator:');
  if (service === 'gateway' && !isOperator) return claimed;
  const isNamed = isOperator && isPersonName(claimed.slice('operator:'.length));
  if (service !== 'gateway' && isNamed) return `${claimed}@${service}`;
  throw new AppError('PERMISSION_DENIED', 'Not permitted for this caller.');
}

function sessionRpc(app: App, mailIsOn: boolean) {
  return {
    async logIn({ email, password, code, origin }) {
      const input = { email, password, code, origin: parseOrigin(origin) };
      return formatStarted(await app.logIn(input), mailIsOn);
    },
    async verifySession({ sessionToken }) {
      const { account, session } = await app.verifySession(sessionToken);
      return {
        account: formatAccount(account, mailIsOn),
        session: formatSession(session),
      };
    },
    async listSessions({ accountId }) {
      const sessions = await app.listSessions(lookupId(accountId));
      return { sessions: sessions.map(formatSession) };
    },
    async revokeSession({ accountId, sessionId }) {
      await app.revokeSession({
        accountId: lookupId(accountId),
        sessionId: lookupId(sessionId),
      });
      return {};
    },
  } satisfies Partial<Handlers>;
}

function keyRpc(app: App) {
  return {
    async createKey({ accountId, name, scopes, expiresAt, allowedIps, requester }) {
      const { apiKey, key } = await app.createKey({
        accountId: lookupId(accountId),
        name,
        scopes,
        expiresAt: optionalTimeField('expiresAt', expiresAt),
        allowedIps: parseAllowedIps(allowedIps),
        requester: parseRequester(requester),
        operator: callerNow().person,
      });
      return { apiKey: formatKey(apiKey), key };
    },
    async listKeys({ accountId }) {
      const keys = await app.listKeys(lookupId(accountId));
      return { apiKeys: keys.map(formatKey) };
    },
    async revokeKey(request) {
      await app.revokeKey(ownKey(request));
      return {};
    },
    async renameKey({ name, ...request }) {
      return { apiKey: formatKey(await app.renameKey({ ...ownKey(request), name })) };
    },
    async rotateKey({ overlapSeconds, ...request }) {
      const { apiKey, key } = await app.rotateKey({ ...ownKey(request), overlapSeconds });
      return { apiKey: formatKey(apiKey), key };
    },
  } satisfies Partial<Handlers>;
}

function ownKey({ accountId, keyId, requester }: RevokeKeyRequest) {
  const ids = { accountId: lookupId(accountId), keyId: lookupId(keyId) };
  return { ...ids, requester: parseRequester(requester) };
}

function gatewayRpc(app: App, log: Logger) {
  return {
    async verifyKey({ key }) {
      const rights = await app.verifyKey(key).catch((error: unknown) => {
        // The caller does not learn why; support can find it in the log.
        if (error instanceof AppError) {
          log.info({ event: 'key_refused', why: error.cause }, 'key refused');
        }
        throw error;
      });
      return {
        accountId: rights.accountId,
        keyId: rights.id,
        scopes: [...rights.scopes],
        allowedIps: [...rights.allowedIps],
        expiresAt: formatTime(rights.expiresAt),
        rateLimitPerSecond: rights.rateLimitPerSecond ?? 0,
        frozen: rights.isFrozen,
      };
    },
    async reportKeyUse({ uses }) {
      await app.reportKeyUse(parseKeyUses(uses));
      return {};
    },
    async *watchRevocations(_request, signal) {
      for await (const { keyIds, sessionIds, accountIds } of await app.watchRevocations(signal)) {
        yield { keyIds: [...keyIds], sessionIds: [...sessionIds], accountIds: [...accountIds] };
      }
    },
  } satisfies Partial<Handlers>;
}

function formatStarted(started: Awaited<ReturnType<App['logIn']>>, receivesMail: boolean) {
  const { account, session, sessionToken } = started;
  return {
    account: formatAccount(account, receivesMail),
    session: formatSession(session),
    sessionToken,
  };
}
