import { askedDecision, parseRepublishing } from '@entrada/approvals/approvals';
import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import { LIMITS } from '@entrada/contracts/limits';
import type { ChangeFeed } from '@entrada/platform/db/change-feed';
import { callerNow, operatorNow } from '@entrada/platform/grpc/callers';
import {
  formatTime,
  integerField,
  lookupId,
  matchingField,
  optionalTimeField,
  parseTotalsRequest,
  reasonField,
  timeField,
  totalsMessage,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { parseRequester } from '@entrada/platform/identity/requester';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import {
  parseDescription,
  parseExternalId,
  parseIdempotency,
  parseMetadata,
  parseReason,
  requireIdempotency,
} from '../domain/client-text.ts';
import { parseSearch } from '../domain/search.ts';
import { parseCents } from '../domain/terms.ts';
import { HOUR_AMOUNTS } from '../domain/views.ts';
import {
  auditedMessage,
  chargeMessage,
  listedRefundMessage,
  recheckedMessage,
  refundMessage,
  refundStatusFilter,
  statusFilter,
  timelineMessage,
  unclearMessage,
} from './rpc/format.ts';
import {
  auditCursor,
  chargesCursor,
  EXCEPTION_ID,
  parseEndToEndId,
  parseNotified,
  parseReturn,
  refundsCursor,
} from './rpc/parse.ts';
import { termsRpc } from './terms.rpc.ts';

const LIST_MAX = 1_000;
const UNCLEAR_LIST_MAX = 1_000;
const ACCOUNTS_LIST_MAX = 1_000;
const RECHECK_MAX = 50;
/** A payment's id at the bank, the txid of a charge, or a paymentLinkId. */
const RECHECK_ID = /^([0-9a-zA-Z]{1,63}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

const UNCLEAR_ID = /^[0-9a-zA-Z]{1,64}$/;

const STATUS_SOURCE = {
  provider: 'STATUS_SOURCE_PROVIDER',
  stored: 'STATUS_SOURCE_STORED',
} as const;

type Handlers = Partial<RpcHandlers<ChargesServiceDefinition>>;

export function chargesRpc(app: App) {
  return {
    ...lifeOfCharges(app),
    ...views(app),
    ...historyRpc(app),
    ...repair(app),
    ...termsRpc(app),
  };
}

function lifeOfCharges(app: App) {
  return {
    async createCharge(request) {
      const { charge, replayed } = await app.createCharge({
        accountId: uuidField('accountId', request.accountId),
        value: parseCents(request.valueCents),
        expiresInSeconds: request.expiresInSeconds === 0 ? null : request.expiresInSeconds,
        externalId: parseExternalId(request.externalId),
        description: parseDescription(request.description),
        metadata: parseMetadata(request.metadata),
        idempotency: parseIdempotency(request.idempotency),
        requester: parseRequester(request.requester),
      });
      return { charge: chargeMessage(charge), replayed };
    },
    async getCharge({ accountId, paymentLinkId, waitSeconds }) {
      const { charge, statusSource } = await app.getCharge({
        accountId,
        paymentLinkId: lookupId(paymentLinkId),
        waitSeconds: integerField('waitSeconds', waitSeconds, 0, LIMITS.charge.waitSecondsMax),
      });
      return { charge: chargeMessage(charge), statusSource: STATUS_SOURCE[statusSource] };
    },
    async cancelCharge({ accountId, ...request }) {
      const paymentLinkId = lookupId(request.paymentLinkId);
      const requester = parseRequester(request.requester);
      const charge = await app.cancelCharge({ accountId, paymentLinkId, requester });
      return { charge: chargeMessage(charge) };
    },
    async refundCharge(request) {
      const paymentLinkId = lookupId(request.paymentLinkId);
      const { refund, replayed } = await app.refundCharge({
        accountId: request.accountId,
        paymentLinkId,
        valueCents: request.valueCents === 0 ? 0 : parseCents(request.valueCents),
        reason: parseReason(request.reason) ?? '',
        idempotency: requireIdempotency(request.idempotency),
        requester: parseRequester(request.requester),
      });
      return { refund: refundMessage(refund, paymentLinkId), replayed };
    },
    async returnPayment(request) {
      await app.returnPayment(parseReturn(request));
      return {};
    },
    async lookUpReturns({ endToEndId }) {
      return { returnedCents: await app.lookUpReturns(parseEndToEndId(endToEndId)) };
    },
    async notifyPayments(request) {
      await app.notifyPayments(parseNotified(request));
      return {};
    },
  } satisfies Handlers;
}

function repair(app: App) {
  return {
    async recheckPayments({ ids }) {
      integerField('ids', ids.length, 1, RECHECK_MAX);
      const results = await app.recheckPayments(
        ids.map((id) => matchingField('ids', id, RECHECK_ID)),
      );
      return { results: results.map(recheckedMessage) };
    },
    async listUnclearPayments({ limit }) {
      const { payments, total } = await app.listUnclear(
        integerField('limit', limit, 1, UNCLEAR_LIST_MAX),
      );
      return { payments: payments.map(unclearMessage), total };
    },
    async dismissUnclear({ id, reason }) {
      const audited = await app.dismissUnclear({
        id: matchingField('id', id, UNCLEAR_ID),
        operator: operatorNow(),
        reason: reasonField(reason),
      });
      return { audited };
    },
    async listAccounts({ after, limit }) {
      const accountIds = await app.listAccounts(
        after === '' ? null : uuidField('after', after),
        integerField('limit', limit, 1, ACCOUNTS_LIST_MAX),
      );
      return { accountIds: [...accountIds] };
    },
    async failReturn(request) {
      const { refundId, exceptionId } = request;
      const { endToEndId, valueCents } = await app.failReturn({
        of:
          refundId === ''
            ? { exceptionId: matchingField('exceptionId', exceptionId, EXCEPTION_ID) }
            : { refundId: uuidField('refundId', refundId) },
        reason: reasonField(request.reason),
        asked: askedDecision('FailReturn', request),
      });
      return { endToEndId, valueCents };
    },
    async republishEvents(request) {
      const { events, nextFrom } = await app.republishEvents(parseRepublishing(request));
      return { events, nextFrom: formatTime(nextFrom) };
    },
  } satisfies Handlers;
}

function views(app: App) {
  return {
    async listCharges(request) {
      const { charges, next } = await app.listCharges({
        accountId: uuidField('accountId', request.accountId),
        status: statusFilter(request.status),
        externalId: parseExternalId(request.externalId),
        search: parseSearch(request.q),
        from: optionalTimeField('from', request.from),
        to: optionalTimeField('to', request.to),
        limit: integerField('limit', request.limit, 1, LIST_MAX),
        after: chargesCursor.read(request.cursor),
      });
      return { charges: charges.map(chargeMessage), nextCursor: chargesCursor.write(next) };
    },
    async getChargeHours(request) {
      const { window, ...asked } = parseTotalsRequest(request);
      return totalsMessage(HOUR_AMOUNTS, await app.getChargeHours({ ...asked, ...window }));
    },
    async getPaymentLink({ paymentLinkId }) {
      const { charge, returnedCents } = await app.getPaymentLink(lookupId(paymentLinkId));
      const { emv, valueCents, receivedCents, status, expiresAt, description } =
        chargeMessage(charge);
      const amounts = { valueCents, receivedCents, returnedCents };
      const { accountId } = charge;
      return { paymentLinkId, accountId, emv, ...amounts, status, expiresAt, description };
    },
    async getLinkStatuses({ paymentLinkIds }) {
      return { statuses: [...(await app.getLinkStatuses(paymentLinkIds.map(lookupId)))] };
    },
    async listChargesForAudit({ from, to, limit, cursor }) {
      const { charges, next } = await app.listForAudit({
        from: timeField('from', from),
        to: timeField('to', to),
        limit: integerField('limit', limit, 1, LIST_MAX),
        after: auditCursor.read(cursor),
      });
      return { charges: charges.map(auditedMessage), nextCursor: auditCursor.write(next) };
    },
  } satisfies Handlers;
}

function historyRpc(app: App) {
  return {
    async listRefunds({ accountId, paymentLinkId, limit, cursor, ...filter }) {
      const { refunds, next } = await app.listRefunds({
        accountId: uuidField('accountId', accountId),
        paymentLinkId: paymentLinkId === '' ? null : lookupId(paymentLinkId),
        status: refundStatusFilter(filter.status),
        from: optionalTimeField('from', filter.from),
        to: optionalTimeField('to', filter.to),
        limit: integerField('limit', limit, 1, LIMITS.page.max),
        after: refundsCursor.read(cursor),
      });
      return { refunds: refunds.map(listedRefundMessage), nextCursor: refundsCursor.write(next) };
    },
    async getChargeTimeline({ accountId, paymentLinkId }) {
      const wanted =
        callerNow().person !== null && accountId === ''
          ? anyCharge(paymentLinkId)
          : { accountId, paymentLinkId: lookupId(paymentLinkId) };
      const { charge, entries } = await app.getTimeline(wanted);
      const { id: chargeId, accountId: owner } = charge;
      return { chargeId, accountId: owner, entries: entries.map(timelineMessage) };
    },
    async getRefund({ accountId, refundId }) {
      const account = uuidField('accountId', accountId);
      return { refund: listedRefundMessage(await app.getRefund(account, lookupId(refundId))) };
    },
  } satisfies Handlers;
}

function anyCharge(id: string) {
  return isUuid(id) ? { anyLinkId: id } : { anyChargeId: id };
}

/** Hints for those who show charges. */
export function changesRpc({ watch }: Pick<ChangeFeed, 'watch'>) {
  return {
    async *watchChanges(_request, signal) {
      for await (const { changes, missed } of watch(signal)) {
        yield { changes: changes.map(changeOf), missed };
      }
    },
  } satisfies Handlers;
}

/** As `chargeHint` of the store writes it; an account alone says that its totals have changed. */
function changeOf(hint: string) {
  const [accountId = '', paymentLinkId = '', status = '', received = ''] = hint.split(' ');
  return { accountId, paymentLinkId, status, receivedCents: Number(received) };
}
