import type { GetReturnRequest } from '@entrada/contracts/gen/charges/v1/GetReturnRequest';
import type { NotifyPaymentsRequest } from '@entrada/contracts/gen/charges/v1/NotifyPaymentsRequest';
import { timeCursorOf } from '@entrada/platform/grpc/cursor';
import { matchingField } from '@entrada/platform/grpc/fields';
import { parseCents } from '../../domain/money.ts';

/** The txids of our charges; a callback that names others is not about them. */
const TXID = /^[0-9a-zA-Z]{26,35}$/;
const REFUND_ID = /^[0-9a-zA-Z-]{1,40}$/;
const END_TO_END_ID = /^[0-9a-zA-Z]{1,64}$/;
/** Far more than a bank reports at once. */
const NOTIFIED_MAX = 1_000;
const CHARGE_ID = /[0-9a-f]{24}/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export const chargesCursor = timeCursorOf('charges', CHARGE_ID);
export const refundsCursor = timeCursorOf('refunds', UUID);
export const auditCursor = timeCursorOf('audit', CHARGE_ID);

export function parseReturn({ refundId, endToEndId, valueCents }: GetReturnRequest) {
  return {
    id: matchingField('refundId', refundId, REFUND_ID),
    endToEndId: matchingField('endToEndId', endToEndId, END_TO_END_ID),
    valueCents: parseCents(valueCents),
  };
}

/** A payment of a callback; an id that cannot be ours is left empty. */
export function parseNotified({ payments, txids, endToEndIds }: NotifyPaymentsRequest) {
  const old = [
    ...txids.map((txid) => ({ txid, endToEndId: '', isReturned: true })),
    ...endToEndIds.map((endToEndId) => ({ txid: '', endToEndId, isReturned: true })),
  ];
  return [...payments, ...old].slice(0, NOTIFIED_MAX).map(({ txid, endToEndId, isReturned }) => ({
    txid: TXID.test(txid) ? txid : '',
    endToEndId: END_TO_END_ID.test(endToEndId) ? endToEndId : '',
    isReturned,
  }));
}
