import { askedDecision } from '@entrada/approvals/approvals';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { EndSessionsRequest } from '@entrada/contracts/gen/auth/v1/EndSessionsRequest';
import type { RevokeKeysRequest } from '@entrada/contracts/gen/auth/v1/RevokeKeysRequest';
import { messageOf } from '@entrada/contracts/message';
import { fieldError } from '@entrada/platform/errors/app-error';
import { operatorNow } from '@entrada/platform/grpc/callers';
import {
  integerField,
  lookupId,
  reasonField,
  timeField,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { type AuditHead, parseHead, textOfHead } from '../domain/audit-chain.ts';
import type { WhichKeys, WhichSessions } from '../domain/audit-lines.ts';

const ASKED_MAX = 1_000;
const ENDS_MAX = 10_000;
/** Together they fit into one message. */
const LINES_MAX = 200;

type Handlers = RpcHandlers<AuthServiceDefinition>;

/** Decisions of operators about any account; each is recorded in the audit log. */
export function operatorRpc(app: App) {
  return {
    async setRateLimit({ accountId, rateLimitPerSecond, reason }) {
      const perSecond = rateLimitPerSecond === 0 ? null : rateLimitPerSecond;
      const input = { accountId: lookupId(accountId), perSecond, operator: operatorNow(), reason };
      return { previousRateLimitPerSecond: (await app.setRateLimit(input)) ?? 0 };
    },
    async setFrozen(request) {
      const input = { accountId: lookupId(request.accountId), isFrozen: request.frozen };
      const asked = askedDecision('SetFrozen', request);
      return { changed: await app.setFrozen({ ...input, ...decision(request), asked }) };
    },
    async findUnknownAccounts({ accountIds }) {
      if (accountIds.length > ASKED_MAX) {
        throw fieldError('accountIds', `must have at most ${ASKED_MAX} items`);
      }
      const ids = accountIds.map((id) => uuidField('accountIds', id));
      return { accountIds: await app.findUnknownAccounts(ids) };
    },
    async restoreAccount({ accountId, email, name, ...decided }) {
      const account = { accountId: uuidField('accountId', accountId), email, name };
      return { password: await app.restoreAccount({ ...account, ...decision(decided) }) };
    },
    async resetPassword({ accountId, ...decided }) {
      return app.resetPassword({ accountId: lookupId(accountId), ...decision(decided) });
    },
    async resetTwoFactor({ accountId, ...decided }) {
      const input = { accountId: lookupId(accountId), ...decision(decided) };
      return { sessionsEnded: await app.resetTwoFactor(input) };
    },
    async revokeKeys(request) {
      return app.revokeKeys(whichKeys(request), decision(request));
    },
    async verifyAuditLog({ ends }) {
      if (ends.length > ENDS_MAX) throw fieldError('ends', `must have at most ${ENDS_MAX} items`);
      const { head, broken } = await app.verifyAudit(ends.map(parseEnd));
      return { end: textOfHead(head), broken: broken ?? '' };
    },
    async listAuditLines({ after, limit }) {
      const lines = await app.auditLinesAfter(after, integerField('limit', limit, 1, LINES_MAX));
      return {
        lines: lines.map(({ hash, prevHash: _, ...line }) =>
          messageOf({ ...line, hash: hash.toString('hex') }),
        ),
      };
    },
    async endSessions(request) {
      return app.endSessions(whichSessions(request), decision(request));
    },
  } satisfies Partial<Handlers>;
}

function parseEnd(text: string): AuditHead {
  const end = parseHead(text);
  if (!end) throw fieldError('ends', 'must have the form <line>:<hash>');
  return end;
}

function decision({ reason }: { reason: string }) {
  return { operator: operatorNow(), reason: reasonField(reason) };
}

function whichKeys({ keyId, accountId, createdBefore }: RevokeKeysRequest): WhichKeys {
  if (keyId) return { keyId: lookupId(keyId) };
  if (accountId) return { accountId: lookupId(accountId) };
  if (createdBefore) return { createdBefore: timeField('createdBefore', createdBefore) };
  throw fieldError('which', 'must name a key, an account or a time');
}

function whichSessions({ accountId, openedBefore }: EndSessionsRequest): WhichSessions {
  if (accountId) return { accountId: lookupId(accountId) };
  if (openedBefore) return { openedBefore: timeField('openedBefore', openedBefore) };
  throw fieldError('which', 'must name an account or a time');
}
