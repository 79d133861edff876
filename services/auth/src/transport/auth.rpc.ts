import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import { parseAllowedIps } from './rpc/allowed-ips.ts';
import { formatAccount, formatKey, formatSession, formatTime } from './rpc/format.ts';
import { parseOrigin } from './rpc/origin.ts';

type Handlers = RpcHandlers<AuthServiceDefinition>;

export function authRpc(app: App, log: Logger): Handlers {
  return { ...accountRpc(app), ...sessionRpc(app), ...keyRpc(app), ...gatewayRpc(app, log) };
}

/** What nothing has as its id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

function accountRpc(app: App) {
  return {
    async createAccount({ email, password, name, origin }) {
      const entry = await app.createAccount({ email, password, name, origin: parseOrigin(origin) });
      return formatEntry(entry);
    },
    async getAccount({ accountId }) {
      return { account: formatAccount(await app.getAccount(idOf(accountId))) };
    },
    async changePassword({ accountId, sessionId, oldPassword, newPassword, origin }) {
      await app.changePassword({
        accountId: idOf(accountId),
        sessionId: idOf(sessionId),
        oldPassword,
        newPassword,
        origin: parseOrigin(origin),
      });
      return {};
    },
    async setRateLimit({ accountId, rateLimitPerSecond, operator, reason }) {
      const perSecond = rateLimitPerSecond === 0 ? null : rateLimitPerSecond;
      const input = { accountId: idOf(accountId), perSecond, operator, reason };
      return { previousRateLimitPerSecond: (await app.setRateLimit(input)) ?? 0 };
    },
    async recordAudit({ actor, action, subject, accountId, detail }) {
      if (accountId !== '' && !isUuid(accountId)) {
        throw fieldError('accountId', 'must be a UUID or empty');
      }
      await app.recordAudit({ actor, action, subject, accountId, detail });
      return {};
    },
  } satisfies Partial<Handlers>;
}

function sessionRpc(app: App) {
  return {
    async logIn({ email, password, origin }) {
      return formatEntry(await app.logIn({ email, password, origin: parseOrigin(origin) }));
    },
    async verifySession({ sessionToken }) {
      const { account, session } = await app.verifySession(sessionToken);
      return { account: formatAccount(account), session: formatSession(session) };
    },
    async listSessions({ accountId }) {
      const sessions = await app.listSessions(idOf(accountId));
      return { sessions: sessions.map(formatSession) };
    },
    async revokeSession({ accountId, sessionId }) {
      await app.revokeSession({
        accountId: idOf(accountId),
        sessionId: idOf(sessionId),
      });
      return {};
    },
  } satisfies Partial<Handlers>;
}

function keyRpc(app: App) {
  return {
    async createKey({ accountId, name, scopes, expiresAt, allowedIps }) {
      const { apiKey, key } = await app.createKey({
        accountId: idOf(accountId),
        name,
        scopes,
        expiresAt,
        allowedIps: parseAllowedIps(allowedIps),
      });
      return { apiKey: formatKey(apiKey), key };
    },
    async listKeys({ accountId }) {
      const keys = await app.listKeys(idOf(accountId));
      return { apiKeys: keys.map(formatKey) };
    },
    async revokeKey({ accountId, keyId }) {
      await app.revokeKey({ accountId: idOf(accountId), keyId: idOf(keyId) });
      return {};
    },
    async rotateKey({ accountId, keyId, overlapSeconds }) {
      const { apiKey, key } = await app.rotateKey({
        accountId: idOf(accountId),
        keyId: idOf(keyId),
        overlapSeconds,
      });
      return { apiKey: formatKey(apiKey), key };
    },
  } satisfies Partial<Handlers>;
}

function gatewayRpc(app: App, log: Logger) {
  return {
    async verifyKey({ key }) {
      const rights = await app.verifyKey(key).catch((error: unknown) => {
        // Its bearer hears nothing of why; its owner may ask us.
        if (error instanceof AppError) {
          log.info({ event: 'key_refused', why: error.cause }, `key refused: ${error.cause}`);
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
      };
    },
    async reportKeyUse({ uses }) {
      await app.reportKeyUse(uses.map((use) => ({ ...use, keyId: idOf(use.keyId) })));
      return {};
    },
    async *watchRevocations(_request, signal) {
      for await (const { keyIds, sessionIds } of await app.watchRevocations(signal)) {
        yield { keyIds: [...keyIds], sessionIds: [...sessionIds] };
      }
    },
  } satisfies Partial<Handlers>;
}

function formatEntry({ account, session, sessionToken }: Awaited<ReturnType<App['logIn']>>) {
  return { account: formatAccount(account), session: formatSession(session), sessionToken };
}

function idOf(text: string): string {
  return isUuid(text) ? text : NO_ID;
}
