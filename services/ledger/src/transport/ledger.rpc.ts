import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { fieldError } from '@entrada/platform/errors/app-error';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { traceHeaders } from '@entrada/platform/telemetry/trace-context';
import type { App } from '../app.ts';
import { isAmount } from '../domain/posting.ts';
import type { Decision } from '../domain/suspense.ts';
import { traceIdIn } from './events/trace-id.ts';
import { accountIn, cursorOf, limitIn, matching, placeIn, timeIn, uuidIn } from './rpc/fields.ts';
import { toEntry, toSuspenseItem, toTimelineEntry } from './rpc/formats.ts';

const STATEMENT_LIMIT_MAX = 1_000;
const SUSPENSE_LIMIT_MAX = 200;
const CHARGE_ID = /^[0-9a-f]{24}$/;
const ENTRY_ID = /^\d{1,18}$/;
const REFERENCE = /^[A-Za-z0-9-]{1,64}$/;
const OPERATOR = /^[\w.@:-]{1,64}$/;

export function ledgerRpc(app: App): RpcHandlers<LedgerServiceDefinition> {
  return {
    async getBalance({ accountId, at }) {
      return app.getBalance(accountIn(accountId), timeIn(at, 'at'));
    },

    async listEntries({ accountId, from, to, limit, cursor }) {
      const { entries, next } = await app.listEntries({
        accountId: accountIn(accountId),
        from: timeIn(from, 'from'),
        to: timeIn(to, 'to'),
        limit: limitIn(limit, STATEMENT_LIMIT_MAX),
        before: placeIn(cursor, ENTRY_ID),
      });
      return { entries: entries.map(toEntry), nextCursor: cursorOf(next) };
    },

    async holdRefund({ refundId, accountId, chargeId, paymentLinkId, valueCents }) {
      if (!isAmount(valueCents)) {
        throw fieldError('valueCents', 'must be a positive integer');
      }
      const refund = {
        refundId: matching(refundId, REFERENCE, 'refundId'),
        accountId: accountIn(accountId),
        chargeId: matching(chargeId, CHARGE_ID, 'chargeId'),
        paymentLinkId: paymentLinkId === '' ? null : uuidIn(paymentLinkId, 'paymentLinkId'),
        valueCents,
      };
      await app.holdRefund(refund, traceIdIn(traceHeaders()));
      return {};
    },

    async getLedgerTimeline({ accountId, chargeId }) {
      const entries = await app.getTimeline(
        accountIn(accountId),
        matching(chargeId, CHARGE_ID, 'chargeId'),
      );
      return { entries: entries.map(toTimelineEntry) };
    },

    async getReceipt({ accountId, chargeId }) {
      const receipt = await app.getReceipt(
        accountIn(accountId),
        matching(chargeId, CHARGE_ID, 'chargeId'),
      );
      return { receipt: JSON.stringify(receipt) };
    },

    async listSuspense({ limit, cursor, withResolved, accountId }) {
      const { items, next } = await app.listSuspense({
        limit: limitIn(limit, SUSPENSE_LIMIT_MAX),
        after: placeIn(cursor, REFERENCE),
        withResolved,
        accountId: accountId === '' ? null : accountIn(accountId),
      });
      return { items: items.map(toSuspenseItem), nextCursor: cursorOf(next) };
    },

    async resolveSuspense({ exceptionId, decision, accountId, operator, reason }) {
      const item = await app.resolveSuspense({
        exceptionId: matching(exceptionId, REFERENCE, 'exceptionId'),
        decision: decisionIn(decision, accountId),
        operator: matching(operator, OPERATOR, 'operator'),
        reason,
      });
      return { item: toSuspenseItem(item) };
    },
  };
}

function decisionIn(decision: string, accountId: string): Decision {
  if (decision === 'REFUND') return { resolution: 'REFUNDED' };
  if (decision === 'CREDIT') {
    return { resolution: 'CREDITED', accountId: accountId === '' ? null : accountIn(accountId) };
  }
  throw fieldError('decision', 'must be CREDIT or REFUND');
}
