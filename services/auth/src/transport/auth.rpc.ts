import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { messageOf } from '@entrada/contracts/message';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import { AppError } from '@entrada/platform/errors/app-error';
import { markBegun } from '@entrada/platform/grpc/call-context';
import { callerNow } from '@entrada/platform/grpc/callers';
import { formatTime, lookupId, optionalTimeField, uuidField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isPersonName } from '@entrada/platform/identity/caller';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { App } from '../app.ts';
import { approvalsRpc } from './approvals.rpc.ts';
import { operatorRpc } from './operator.rpc.ts';
import { parseAllowedIps } from './rpc/allowed-ips.ts';
import { formatAccount } from './rpc/format.ts';
import { parseKeyUses, parseOrigin, parseSent } from './rpc/parse.ts';
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
    async createAccount({ origin, ...input }) {
      const isOnlyOne = callerNow().person !== null;
      const sent = { ...input, origin: parseOrigin(origin), isOnlyOne };
      return formatStarted(await app.createAccount(sent), mailIsOn);
    },
    async getAccount({ accountId }) {
      const account = await app.getAccount(lookupId(accountId));
      return { account: formatAccount(account, mailIsOn) };
    },
    async changePassword(request) {
      await app.changePassword(parseSent(request));
      return {};
    },
    async recordAudit({ accountId: text, ...line }) {
      markBegun();
      const accountId = text === '' ? '' : uuidField('accountId', text);
      await app.recordAudit({ ...line, accountId, actor: actorOf(line.actor) });
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
    async logIn({ origin, ...input }) {
      const sent = { ...input, origin: parseOrigin(origin) };
      return formatStarted(await app.logIn(sent), mailIsOn);
    },
    async verifySession({ sessionToken }) {
      const { account, session } = await app.verifySession(sessionToken);
      return { account: formatAccount(account, mailIsOn), session: messageOf(session) };
    },
    async listSessions({ accountId }) {
      const sessions = await app.listSessions(lookupId(accountId));
      return { sessions: sessions.map(messageOf) };
    },
    async revokeSession(request) {
      await app.revokeSession(parseSent(request));
      return {};
    },
  } satisfies Partial<Handlers>;
}

function keyRpc(app: App) {
  return {
    async createKey(request) {
      const { apiKey, key } = await app.createKey({
        ...parseSent(request),
        expiresAt: optionalTimeField('expiresAt', request.expiresAt),
        allowedIps: parseAllowedIps(request.allowedIps),
        operator: callerNow().person,
      });
      return { apiKey: messageOf(apiKey), key };
    },
    async listKeys({ accountId }) {
      const keys = await app.listKeys(lookupId(accountId));
      return { apiKeys: keys.map(messageOf) };
    },
    async revokeKey(request) {
      await app.revokeKey(parseSent(request));
      return {};
    },
    async renameKey(request) {
      return { apiKey: messageOf(await app.renameKey(parseSent(request))) };
    },
    async rotateKey(request) {
      const { apiKey, key } = await app.rotateKey(parseSent(request));
      return { apiKey: messageOf(apiKey), key };
    },
  } satisfies Partial<Handlers>;
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
    session: messageOf(session),
    sessionToken,
  };
}
