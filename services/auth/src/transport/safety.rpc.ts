import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { ListAuditRequest } from '@entrada/contracts/gen/auth/v1/ListAuditRequest';
import { LIMITS } from '@entrada/contracts/limits';
import { type AccountIds, PUBLIC_ID, type PublicIds } from '@entrada/platform/db/public-ids';
import { invalidCursor } from '@entrada/platform/errors/app-error';
import {
  cursorOf,
  formatTime,
  integerField,
  lookupId,
  optionalTimeField,
  orNull,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { formatAccount, formatAuditLine } from './rpc/format.ts';
import { parseNotice, parseOrigin, parseSent } from './rpc/parse.ts';

const AUDIT_CURSOR = cursorOf('audit', /\d{1,15}/, PUBLIC_ID);

type Handlers = RpcHandlers<AuthServiceDefinition>;

/** What keeps an account safe besides its password. */
export function safetyRpc(app: App, publicIds: PublicIds, mailIsOn: boolean) {
  return {
    async updateAccount(request) {
      const account = await app.updateAccount(parseSent(request));
      return { account: formatAccount(account, mailIsOn) };
    },
    async revokeOtherSessions(request) {
      return { count: await app.revokeOtherSessions(parseSent(request)) };
    },
    async proveSession(request) {
      return { proofAt: formatTime(await app.proveSession(parseSent(request))) };
    },
    async requestPasswordReset({ email, origin }) {
      await app.requestPasswordReset(email, parseOrigin(origin));
      return {};
    },
    async confirmPasswordReset({ origin, ...input }) {
      await app.confirmPasswordReset({ ...input, origin: parseOrigin(origin) });
      return {};
    },
    async confirmEmail({ token }) {
      return { email: await app.confirmEmail(token) };
    },
    async resendConfirmation({ accountId }) {
      await app.resendConfirmation(lookupId(accountId));
      return {};
    },
    async notify(request) {
      await app.notify(parseNotice(request));
      return {};
    },
    async beginTwoFactor({ accountId }) {
      return app.beginTwoFactor(lookupId(accountId));
    },
    async confirmTwoFactor(request) {
      const sessionId = orNull(request.sessionId);
      const input = { ...parseSent(request), sessionId };
      return { recoveryCodes: await app.confirmTwoFactor(input) };
    },
    async disableTwoFactor(request) {
      await app.disableTwoFactor(parseSent(request));
      return {};
    },
    async replaceRecoveryCodes(request) {
      return { recoveryCodes: await app.replaceRecoveryCodes(parseSent(request)) };
    },
    async listAudit(request) {
      const accountId = lookupId(request.accountId);
      const ids = publicIds(accountId);
      const { lines, hasMore } = await app.listAudit(accountId, parseAuditQuery(request, ids));
      const last = hasMore ? lines.at(-1) : undefined;
      return {
        entries: lines.map((line) => formatAuditLine(line, ids)),
        nextCursor: AUDIT_CURSOR.write(last ? [last.at.getTime(), ids.encode(last.seq)] : null),
      };
    },
  } satisfies Partial<Handlers>;
}

function parseAuditQuery(request: ListAuditRequest, ids: AccountIds) {
  const { action, from, to, limit, cursor } = request;
  const [ms, id = ''] = AUDIT_CURSOR.read(cursor) ?? [];
  const seq = ids.decode(id);
  if (ms !== undefined && seq === null) throw invalidCursor('cursor');
  return {
    action: orNull(action),
    from: optionalTimeField('from', from),
    to: optionalTimeField('to', to),
    limit: integerField('limit', limit, 1, LIMITS.page.max),
    before: seq === null ? null : { at: new Date(Number(ms)), seq },
  };
}
