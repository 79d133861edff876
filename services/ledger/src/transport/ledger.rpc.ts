import { askedDecision, parseRepublishing } from '@entrada/approvals/approvals';
import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { LIMITS } from '@entrada/contracts/limits';
import { messageOf } from '@entrada/contracts/message';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import { fieldError } from '@entrada/platform/errors/app-error';
import {
  formatTime,
  integerField,
  optionalTimeField,
  parseTotalsRequest,
  timeField,
  totalsMessage,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { traceHeaders } from '@entrada/platform/telemetry/spans';
import type { App } from '../app.ts';
import { HOUR_SUMS } from '../domain/holder-hour.ts';
import { isAmount } from '../domain/posting.ts';
import { traceIdIn } from '../events/decode.ts';
import { toEntry, toSuspenseItem, toTimelineEntry } from './rpc/format.ts';
import {
  formatEntryPlace,
  parseAccount,
  parseChargeId,
  parseDecision,
  parseEndToEndId,
  parseEntryPlace,
  parseReference,
  paymentBookingsCursor,
  refundMovementsCursor,
  suspenseCursor,
} from './rpc/parse.ts';

const STATEMENT_LIMIT_MAX = 1_000;
const RECOVERY_LIMIT_MAX = 1_000;
const ACCOUNTS_LIMIT_MAX = 1_000;

type Handlers = Partial<RpcHandlers<LedgerServiceDefinition>>;
type NoteAccounts = (accountIds: readonly string[]) => void;

/** `note` gets the account whose balance a call changes. */
export function ledgerRpc(app: App, note: NoteAccounts, publicIds: PublicIds) {
  return { ...ofAccounts(app, note, publicIds), ...ofOperators(app, note) };
}

function ofAccounts(app: App, note: NoteAccounts, publicIds: PublicIds) {
  return {
    async getBalance({ accountId, at }) {
      return app.getBalance(parseAccount(accountId), optionalTimeField('at', at));
    },

    async listEntries({ accountId, from, to, limit, cursor }) {
      const account = parseAccount(accountId);
      const ids = publicIds(account);
      const { entries, next, openingCents, closingCents } = await app.listEntries({
        accountId: account,
        from: optionalTimeField('from', from),
        to: optionalTimeField('to', to),
        limit: integerField('limit', limit, 1, STATEMENT_LIMIT_MAX),
        before: parseEntryPlace(cursor, ids),
      });
      return {
        entries: entries.map((entry) => toEntry(entry, ids)),
        nextCursor: formatEntryPlace(next, ids),
        openingBalanceCents: openingCents,
        closingBalanceCents: closingCents,
      };
    },

    async getHolderHours(request) {
      const { accountId, window, starts } = parseTotalsRequest(request);
      return totalsMessage(HOUR_SUMS, await app.getHours(accountId, window, starts));
    },

    async holdRefund({ refundId, accountId, chargeId, paymentLinkId, endToEndId, valueCents }) {
      if (!isAmount(valueCents)) {
        throw fieldError('valueCents', 'must be a positive integer');
      }
      const refund = {
        refundId: parseReference('refundId', refundId),
        accountId: parseAccount(accountId),
        chargeId: parseChargeId(chargeId),
        paymentLinkId: paymentLinkId === '' ? null : uuidField('paymentLinkId', paymentLinkId),
        endToEndId: parseEndToEndId(endToEndId),
        valueCents,
      };
      const isKnown = await app.holdRefund(refund, traceIdIn(traceHeaders()));
      note([refund.accountId]);
      return { isKnown };
    },

    async isReturnDecided({ returnId, endToEndId }) {
      const name = {
        returnId: uuidField('returnId', returnId),
        endToEndId: parseEndToEndId(endToEndId),
      };
      return { isDecided: await app.isReturnDecided(name) };
    },

    async getLedgerTimeline({ accountId, chargeId }) {
      const entries = await app.getTimeline(parseAccount(accountId), parseChargeId(chargeId));
      return { entries: entries.map(toTimelineEntry) };
    },

    async getReceipt({ accountId, chargeId }) {
      const receipt = await app.getReceipt(parseAccount(accountId), parseChargeId(chargeId));
      return { receipt: JSON.stringify(receipt) };
    },

    async listReceiptKeys() {
      return { keys: (await app.listReceiptKeys()).map(({ keyId, x }) => ({ keyId, x })) };
    },
  } satisfies Handlers;
}

function ofOperators(app: App, note: NoteAccounts) {
  return {
    async listPaymentBookings({ from, limit, cursor }) {
      const { bookings, next } = await app.listPaymentBookings({
        from: timeField('from', from),
        limit: integerField('limit', limit, 1, RECOVERY_LIMIT_MAX),
        after: paymentBookingsCursor.read(cursor),
      });
      return { bookings: [...bookings], nextCursor: paymentBookingsCursor.write(next) };
    },

    async listAccounts({ after, limit }) {
      const accountIds = await app.listAccounts(
        after === '' ? null : uuidField('after', after),
        integerField('limit', limit, 1, ACCOUNTS_LIMIT_MAX),
      );
      return { accountIds: [...accountIds] };
    },

    async listRefundMovements({ from, limit, cursor }) {
      const { movements, next } = await app.listRefundMovements({
        from: timeField('from', from),
        limit: integerField('limit', limit, 1, RECOVERY_LIMIT_MAX),
        after: refundMovementsCursor.read(cursor),
      });
      return {
        movements: movements.map(messageOf),
        nextCursor: refundMovementsCursor.write(next),
      };
    },

    async listSuspense({ limit, cursor, withResolved, accountId }) {
      const { items, next } = await app.listSuspense({
        limit: integerField('limit', limit, 1, LIMITS.page.max),
        after: suspenseCursor.read(cursor),
        withResolved,
        accountId: accountId === '' ? null : parseAccount(accountId),
      });
      return { items: items.map(toSuspenseItem), nextCursor: suspenseCursor.write(next) };
    },

    async resolveSuspense(request) {
      const item = await app.resolveSuspense({
        exceptionId: parseReference('exceptionId', request.exceptionId),
        decision: parseDecision(request.decision, request.accountId),
        amountCents: request.amountCents ?? null,
        reason: request.reason,
        asked: askedDecision('ResolveSuspense', request),
      });
      note([item.holderId, ...(item.creditedTo === null ? [] : [item.creditedTo])]);
      return { item: toSuspenseItem(item) };
    },

    async republishEvents(request) {
      const { events, nextFrom } = await app.republishEvents(parseRepublishing(request));
      return { events, nextFrom: formatTime(nextFrom) };
    },
  } satisfies Handlers;
}
